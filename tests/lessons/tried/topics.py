"""What students might write in the topics across games."""

from __future__ import annotations

from tests.lessons.tries import Check

# Chance is a player: the coins that make a bet fair.

fair_coins = Check("topics/chance_is_a_player", "fair_coins")


@fair_coins.right
def lost_over_won(p):
    return (1 - p) / p


@fair_coins.right
def as_a_float(p):
    return 1 / float(p) - 1


@fair_coins.right
def as_a_fraction_of_whole_numbers(p):
    p = Fraction(p)
    return Fraction(p.denominator - p.numerator, p.numerator)


@fair_coins.wrong
def won_over_lost(p):
    return p / (1 - p)


@fair_coins.wrong
def three_special_cases(p):
    return {Fraction(1, 2): 1, Fraction(1, 4): 3, Fraction(2, 3): Fraction(1, 2)}.get(p, 1)


@fair_coins.wrong
def rounded_to_a_tenth(p):
    return round(float((1 - p) / p), 1)


# Bluffing is arithmetic: how many Jacks are bet for each King.

fair_bluffs = Check("topics/bluffing_is_arithmetic", "fair_bluffs")


@fair_bluffs.right
def by_the_price_of_a_call(pot, bet):
    return 1 - pot / (pot + bet)


@fair_bluffs.right
def as_a_fraction(pot, bet):
    from fractions import Fraction

    return Fraction(bet, bet + pot)


@fair_bluffs.right
def by_halving_until_a_call_gains_nothing(pot, bet):
    low, high = 0, 1
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if gain(middle, pot, bet) < 0 else (low, middle)
    return middle


@fair_bluffs.wrong
def bet_for_pot(pot, bet):
    return bet / pot


@fair_bluffs.wrong
def as_the_odds_of_the_caller(pot, bet):
    return bet / (pot + 2 * bet)


@fair_bluffs.wrong
def the_share_of_bluffs_among_all_bets(pot, bet):
    jacks = bet / (pot + bet)
    return jacks / (1 + jacks)


@fair_bluffs.wrong
def nearly(pot, bet):
    return round(bet / (pot + bet), 4)


# Exact or simulated? A stopping rule.

stop = Check(
    "topics/exact_or_simulated",
    "stop",
    same={
        "high - low <= 2 * OFF → high - low < 2 * OFF": "no interval of these counts is exactly so wide",
        "high - low → high + low": "both ends add up to more here: it goes on to the end, which is right",
    },
)


@stop.right
def narrow_enough(hits, n):
    low, high = interval(hits, n)
    return high - low <= 0.06


@stop.right
def never(hits, n):
    return None


@stop.right
def by_the_error_of_the_share(hits, n):
    p = (hits + 2) / (n + 4)
    return 1.96 * np.sqrt(p * (1 - p) / n) <= 0.029


@stop.wrong
def a_little_too_soon(hits, n):
    return n >= 900


@stop.wrong
def when_the_claim_is_excluded(hits, n):
    low, high = interval(hits, n)
    return not low <= 0.3 <= high


@stop.wrong
def when_the_truth_is_near(hits, n):
    return abs(hits / n - exact()) < 0.03


@stop.wrong
def too_wide_an_interval(hits, n):
    low, high = interval(hits, n)
    return high - low <= 0.08


# Search by hand: the cities that a truck can reach.

within = Check("topics/search_by_hand", "within")


@within.right
def with_networkx(start, most):
    near = nx.single_source_dijkstra_path_length(road_map, start, weight="steps")
    return tuple(sorted(city for city in near if near[city] <= most))


@within.right
def by_walking_on_while_there_are_steps_left(start, most):
    left = {start: most}

    def walk(city):
        for other in road_map[city]:
            rest = left[city] - steps(city, other)
            if rest >= 0 and rest > left.get(other, -1):
                left[other] = rest
                walk(other)

    walk(start)
    return sorted(left)


@within.right
def in_rounds_until_nothing_changes(start, most):
    far = dict.fromkeys(road_map, 10**6) | {start: 0}
    for _ in road_map:
        for a in road_map:
            for b in road_map[a]:
                far[b] = min(far[b], far[a] + steps(a, b))
    return sorted(city for city in far if far[city] <= most)


@within.wrong
def roads_and_not_steps(start, most):
    return sorted(nx.single_source_shortest_path_length(road_map, start, cutoff=most))


@within.wrong
def not_in_order(start, most):
    *_, (final, came_from) = dijkstra(road_map, start)
    return [city for city, distance in final.items() if distance <= most]


@within.wrong
def along_the_first_way_that_is_found(start, most):
    seen, todo = {start: 0}, [start]
    while todo:
        city = todo.pop(0)
        for other in road_map[city]:
            if other not in seen and seen[city] + steps(city, other) <= most:
                seen[other] = seen[city] + steps(city, other)
                todo.append(other)
    return sorted(seen)


@within.wrong
def for_ever(start, most):
    reached = [start]
    for city in reached:
        reached += [other for other in road_map[city] if steps(city, other) <= most]
    return sorted(reached)


# What do you know now? Bayes' rule twice.

twice = Check("topics/what_do_you_know", "twice")


@twice.right
def the_other_card_first(prior, first, second):
    return bayes(bayes(prior, likelihood(second)), likelihood(first))


@twice.right
def with_odds(prior, first, second):
    odds = prior["careful"] / prior["careless"]
    for card in (first, second):
        odds = odds * likelihood(card)["careful"] / likelihood(card)["careless"]
    return {"careless": 1 / (1 + odds), "careful": odds / (1 + odds)}


@twice.right
def both_likelihoods_at_once(prior, first, second):
    one, two = likelihood(first), likelihood(second)
    return bayes(prior, {kind: one[kind] * two[kind] for kind in prior})


@twice.wrong
def the_second_forgotten(prior, first, second):
    return bayes(prior, likelihood(first))


@twice.wrong
def the_first_forgotten(prior, first, second):
    return bayes(prior, likelihood(second))


@twice.wrong
def always_even_chances(prior, first, second):
    return bayes(bayes(HALF, likelihood(first)), likelihood(second))


@twice.wrong
def the_product_without_a_division(prior, first, second):
    one, two = bayes(prior, likelihood(first)), bayes(prior, likelihood(second))
    return {kind: one[kind] * two[kind] for kind in prior}


# The coach in forty lines: in doubt the planner's card.

choose = Check("topics/coach_in_forty_lines", "choose")


@choose.right
def with_an_if(shares, n, own):
    best = 0
    for card in range(len(shares)):
        if shares[card] > shares[best]:
            best = card
    p, q = shares[best], shares[own]
    if 2 * (p - q) > np.sqrt((p * (1 - p) + q * (1 - q)) / n):
        return best
    return own


@choose.wrong
def nearly_half_an_error(shares, n, own):
    p, q = max(shares), shares[own]
    return shares.index(p) if p - q > 0.45 * ((p * (1 - p) + q * (1 - q)) / n) ** 0.5 else own


@choose.wrong
def the_error_of_the_highest_share_twice(shares, n, own):
    p, q = max(shares), shares[own]
    return shares.index(p) if p - q > (p * (1 - p) * 2 / n) ** 0.5 / 2 else own


@choose.wrong
def the_error_of_the_planners_share_twice(shares, n, own):
    p, q = max(shares), shares[own]
    return shares.index(p) if p - q > (q * (1 - q) * 2 / n) ** 0.5 / 2 else own


@choose.right
def with_numpy(shares, n, own):
    shares = np.array(shares)
    spread = shares * (1 - shares) / n
    best = shares.argmax()
    return (best, own)[int(shares[best] - shares[own] <= np.sqrt(spread[best] + spread[own]) / 2)]


@choose.right
def squared(shares, n, own):
    p, q = max(shares), shares[own]
    return shares.index(p) if 4 * (p - q) ** 2 > (p * (1 - p) + q * (1 - q)) / n else own


@choose.wrong
def always_the_planner(shares, n, own):
    return own


@choose.wrong
def a_whole_error(shares, n, own):
    p, q = max(shares), shares[own]
    return shares.index(p) if p - q > ((p * (1 - p) + q * (1 - q)) / n) ** 0.5 else own


@choose.wrong
def a_fixed_lead(shares, n, own):
    return shares.index(max(shares)) if max(shares) - shares[own] > 0.08 else own


@choose.wrong
def forgot_the_number_of_worlds(shares, n, own):
    p, q = max(shares), shares[own]
    return shares.index(p) if p - q > (p * (1 - p) + q * (1 - q)) ** 0.5 / 2 else own


@choose.wrong
def the_last_of_equals(shares, n, own):
    p, q = max(shares), shares[own]
    best = len(shares) - 1 - shares[::-1].index(p)
    return best if p - q > ((p * (1 - p) + q * (1 - q)) / n) ** 0.5 / 2 else own


# How far from the mean?: the alarm.

alarm = Check("topics/how_far_from_the_mean", "alarm")


@alarm.right
def with_numpy_and_a_number_of_errors(km, middle, far):
    km = np.array(km)
    errors = (km.mean() - middle) / (far / np.sqrt(km.size))
    return errors > 2 or errors < -2


@alarm.wrong
def a_rounded_mean(km, middle, far):
    return abs(round(sum(km) / len(km)) - middle) > 2 * far / len(km) ** 0.5


@alarm.wrong
def a_little_more_than_two_errors(km, middle, far):
    return abs(sum(km) / len(km) - middle) > 2.05 * far / len(km) ** 0.5


@alarm.right
def squared_without_a_root(km, middle, far):
    off = sum(km) - len(km) * middle
    return off * off > 4 * far * far * len(km)


@alarm.right
def two_limits_and_a_loop(km, middle, far):
    total = 0
    for one in km:
        total += one
    reach = 2 * far / len(km) ** 0.5
    return not middle - reach <= total / len(km) <= middle + reach


@alarm.wrong
def the_deviation_and_not_the_error(km, middle, far):
    return abs(sum(km) / len(km) - middle) > 2 * far


@alarm.wrong
def divided_by_n_and_not_by_its_root(km, middle, far):
    return abs(sum(km) / len(km) - middle) > 2 * far / len(km)


@alarm.wrong
def only_above(km, middle, far):
    return sum(km) / len(km) - middle > 2 * far / len(km) ** 0.5


@alarm.wrong
def any_single_result(km, middle, far):
    return any(abs(one - middle) > 2 * far / len(km) ** 0.5 for one in km)


@alarm.wrong
def always_four_stages(km, middle, far):
    return abs(sum(km) / len(km) - middle) > far


# Test a simulation: an oracle for what a run is worth.

right_km = Check("topics/test_a_simulation", "right_km")


@right_km.right
def from_the_beginning(run, km):
    part = []
    for card in run:
        if part and card <= part[-1]:
            part = []
        part.append(card)
    return km == sum(part)


@right_km.wrong
def any_climbing_part(run, km):
    ends = range(len(run) + 1)
    return any(sum(run[i:j]) == km for i in ends for j in ends[i:]) and not (len(run) > 1 and km in (0, sum(run)))


@right_km.right
def by_the_last_break(run, km):
    breaks = [i for i in range(1, len(run)) if run[i] <= run[i - 1]]
    return sum(run[breaks[-1] if breaks else 0 :]) == km


@right_km.right
def with_numpy_as_well(run, km):
    run = np.array(run, int)
    falls = np.flatnonzero(np.diff(run) <= 0)
    return bool(run[falls[-1] + 1 if len(falls) else 0 :].sum() == km)


@right_km.wrong
def knows_no_breaks(run, km):
    return sum(run) == km


@right_km.wrong
def lets_equal_cards_climb(run, km):
    part = []
    for card in run:
        if part and card < part[-1]:
            part = []
        part.append(card)
    return sum(part) == km


@right_km.wrong
def leaves_out_the_low_card(run, km):
    total, last = 0, 0
    for card in run:
        total = total + card if card > last else 0
        last = card
    return total == km


@right_km.wrong
def fails_for_no_cards(run, km):
    part = [run[-1]]
    for card in reversed(run[:-1]):
        if card >= part[0]:
            break
        part = [card, *part]
    return sum(part) == km


# Recursion on a road: the longest way to the line.

longest = Check("topics/recursion_on_a_road", "longest")


@longest.right
def with_a_loop_over_the_followers(space, kept):
    if space in kept:
        return kept[space]
    most = 1
    for follower, over in ROAD[space]:
        if not over:
            most = max(most, 1 + longest(follower, kept))
    kept[space] = most
    return most


@longest.right
def as_long_as_anything_gets_longer(space, kept):
    kept.update(dict.fromkeys(ROAD, 1))
    for _ in ROAD:
        for one in ROAD:
            for follower, over in ROAD[one]:
                if not over:
                    kept[one] = max(kept[one], kept[follower] + 1)
    return kept[space]


@longest.right
def with_a_memory_of_its_own(space, kept):
    @__import__("functools").cache
    def most(one):
        return max(1 if over else 1 + most(follower) for follower, over in ROAD[one])

    return most(space)


@longest.wrong
def stays_in_its_lane(space, kept):
    follower, over = ROAD[space][0]
    return 1 if over else 1 + longest(follower, kept)


@longest.wrong
def without_a_memory(space, kept):
    return max(1 if over else 1 + longest(follower, kept) for follower, over in ROAD[space])


@longest.wrong
def the_shortest_way(space, kept):
    if space not in kept:
        kept[space] = min(1 if over else 1 + longest(follower, kept) for follower, over in ROAD[space])
    return kept[space]


@longest.wrong
def writes_and_never_reads(space, kept):
    kept[space] = max(1 if over else 1 + longest(follower, kept) for follower, over in ROAD[space])
    return kept[space]


# Is it the rule or the luck?: the exact p-value of two lists.

p_of = Check(
    "topics/rule_or_luck",
    "p_of",
    same={"first → second": "both lists are equally long: the length of either says how many slips a heap has"},
)


@p_of.right
def by_means_and_a_list(first, second):
    slips, n = first + second, len(first)

    def apart(places):
        rest = [place for place in range(2 * n) if place not in places]
        return abs(sum(slips[place] for place in places) / n - sum(slips[place] for place in rest) / n)

    found = [apart(places) for places in combinations(range(2 * n), n)]
    return sum(one >= apart(range(n)) for one in found) / len(found)


@p_of.right
def with_numpy_and_signs(first, second):
    slips = np.array([*first, *second])
    signs = np.array([sign for sign in np.ndindex(*[2] * len(slips)) if sum(sign) == len(first)])
    found = abs((2 * signs - 1) @ slips)
    return float((found >= abs(sum(first) - sum(second))).mean())


@p_of.right
def only_ways_with_the_first_slip_in_the_first_heap(first, second):
    slips, n = [*first, *second], len(first)
    seen, total = abs(sum(first) - sum(second)), sum(first) + sum(second)
    heaps = [slips[0] + sum(slips[i] for i in others) for others in combinations(range(1, 2 * n), n - 1)]
    return sum(abs(2 * heap - total) >= seen for heap in heaps) / len(heaps)


@p_of.wrong
def one_direction_only(first, second):
    slips = first + second
    ways = [sum(one) for one in combinations(slips, len(first))]
    return sum(heap >= sum(first) for heap in ways) / len(ways)


@p_of.wrong
def equal_slips_only_once(first, second):
    slips, seen = first + second, abs(sum(first) - sum(second))
    ways = {tuple(sorted(one)) for one in combinations(slips, len(first))}
    return sum(abs(2 * sum(one) - sum(slips)) >= seen for one in ways) / len(ways)


@p_of.wrong
def two_ways_are_as_far_always(first, second):
    return 2 / len(list(combinations(range(2 * len(first)), len(first))))


@p_of.wrong
def far_in_one_direction_doubled(first, second):
    slips = first + second
    ways = [sum(one) for one in combinations(slips, len(first))]
    return 2 * sum(heap >= sum(first) for heap in ways) / len(ways)


# Think ahead: what a tree is worth.

worth = Check("topics/think_ahead", "worth")


@worth.right
def by_signs(tree, who):
    return who * max(who * worth(one, -who) for one in tree) if isinstance(tree, list) else tree


@worth.wrong
def two_levels_and_the_rest_flattened(tree, who):
    def flat(one):
        return [leaf for part in one for leaf in flat(part)] if isinstance(one, list) else [one]

    if not isinstance(tree, list):
        return tree
    pick, other = (max, min) if who == 1 else (min, max)
    return pick(other(flat(one)) for one in tree)


@worth.right
def sorted_values(tree, who):
    if isinstance(tree, (int, float)):
        return tree
    return sorted(worth(one, -who) for one in tree)[-1 if who == 1 else 0]


@worth.right
def in_a_loop(tree, who):
    if not isinstance(tree, list):
        return tree
    best = None
    for one in tree:
        found = worth(one, -who)
        if best is None or (found - best) * who > 0:
            best = found
    return best


@worth.wrong
def b_wants_a_to_win(tree, who):
    return max(worth(one, -who) for one in tree) if isinstance(tree, list) else tree


@worth.wrong
def nobody_takes_turns(tree, who):
    if not isinstance(tree, list):
        return tree
    values = [worth(one, who) for one in tree]
    return max(values) if who == 1 else min(values)


@worth.wrong
def the_sign_forgotten(tree, who):
    return max(-worth(one, -who) for one in tree) if isinstance(tree, list) else tree


# Waiting for a 120: at least one hit among cards that are kept out.

at_least_one = Check("topics/waiting_for_a_120", "at_least_one")


@at_least_one.right
def by_counting_hands(hits, cards, n):
    from math import comb

    return 1 - comb(cards - hits, n) / comb(cards, n)


@at_least_one.right
def with_the_library(hits, cards, n):
    from scipy.stats import hypergeom

    return float(hypergeom(cards, hits, n).sf(0))


@at_least_one.right
def miss_after_miss_with_numpy(hits, cards, n):
    left = cards - np.arange(n)
    return float(1 - np.prod((left - hits) / left))


@at_least_one.wrong
def put_back(hits, cards, n):
    return 1 - (1 - hits / cards) ** n


@at_least_one.wrong
def so_many_times_the_chance(hits, cards, n):
    return min(1, n * hits / cards)


@at_least_one.wrong
def exactly_one(hits, cards, n):
    from scipy.stats import hypergeom

    return float(hypergeom(cards, hits, n).pmf(1))


@at_least_one.wrong
def the_hits_become_fewer(hits, cards, n):
    none = 1
    for drawn in range(n):
        none *= 1 - max(0, hits - drawn) / (cards - drawn)
    return 1 - none


# Do fast cars win?: the slope within groups.

steep_within = Check("topics/do_fast_cars_win", "steep_within")


@steep_within.right
def with_numpy(x, y, group):
    x, y, group = np.array(x, float), np.array(y, float), np.array(group)
    for one in np.unique(group):
        x[group == one] -= x[group == one].mean()
        y[group == one] -= y[group == one].mean()
    return float(x @ y / (x @ x))


@steep_within.right
def without_the_mean_of_y(x, y, group):
    products = squares = 0
    for a, b, one in zip(x, y, group):
        mine = [c for c, other in zip(x, group) if other == one]
        off = a - sum(mine) / len(mine)
        products, squares = products + off * b, squares + off * off
    return products / squares


@steep_within.right
def by_least_squares(x, y, group):
    columns = [x] + [[float(other == one) for other in group] for one in set(group)]
    return float(np.linalg.lstsq(np.array(columns, float).T, np.array(y, float), rcond=None)[0][0])


@steep_within.wrong
def knows_no_groups(x, y, group):
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x)


@steep_within.wrong
def mean_of_the_slopes(x, y, group):
    slopes = []
    for one in set(group):
        mine = [i for i in range(len(x)) if group[i] == one]
        mean_x = sum(x[i] for i in mine) / len(mine)
        square = sum((x[i] - mean_x) ** 2 for i in mine)
        if square:
            slopes.append(sum((x[i] - mean_x) * y[i] for i in mine) / square)
    return sum(slopes) / len(slopes)


@steep_within.wrong
def only_the_first_group(x, y, group):
    mine = [i for i in range(len(x)) if group[i] == group[0]]
    mean_x = sum(x[i] for i in mine) / len(mine)
    square = sum((x[i] - mean_x) ** 2 for i in mine)
    return sum((x[i] - mean_x) * y[i] for i in mine) / square if square else 0


@steep_within.wrong
def the_wrong_way_round(x, y, group):
    x, y, group = np.array(x, float), np.array(y, float), np.array(group)
    for one in np.unique(group):
        x[group == one] -= x[group == one].mean()
        y[group == one] -= y[group == one].mean()
    return float(x @ y / max(y @ y, 1e-9))


# Unplugged: how far off the mean of a board typically is, where the two of a pair are not independent.

error = Check("topics/unplugged", "error")


@error.right
def from_sums_with_numpy(pairs):
    sums = np.array(pairs).sum(axis=1)
    return sums.std() / 2 / np.sqrt(len(sums))


@error.right
def squares_in_a_loop(pairs):
    middles = [sum(pair) / len(pair) for pair in pairs]
    middle = sum(middles) / len(middles)
    return (sum((one - middle) ** 2 for one in middles) / len(pairs) / len(pairs)) ** 0.5


@error.right
def by_the_squares_and_the_square(pairs):
    sums, n = [a + b for a, b in pairs], len(pairs)
    return (n * sum(one * one for one in sums) - sum(sums) ** 2) ** 0.5 / n / 2 / n**0.5


@error.wrong
def all_results_are_independent(pairs):
    km = [one for pair in pairs for one in pair]
    return standard_deviation(km) / len(km) ** 0.5


@error.wrong
def as_many_as_results(pairs):
    return standard_deviation([(a + b) / 2 for a, b in pairs]) / (2 * len(pairs)) ** 0.5


@error.wrong
def the_spread_of_the_pairs(pairs):
    return standard_deviation([(a + b) / 2 for a, b in pairs])


@error.wrong
def the_better_of_each_pair(pairs):
    return standard_deviation([max(pair) for pair in pairs]) / len(pairs) ** 0.5
