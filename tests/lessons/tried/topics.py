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
def rounded_to_a_tenth(p):
    return round(float((1 - p) / p), 1)


# Bluffing is arithmetic: how many Jacks are bet for each King.

fair_bluffs = Check("topics/bluffing_is_arithmetic", "fair_bluffs")


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
def when_the_truth_is_near(hits, n):
    return abs(hits / n - exact()) < 0.03


# Search by hand: the cities that a truck can reach.

within = Check("topics/search_by_hand", "within")


@within.right
def with_networkx(start, most):
    near = nx.single_source_dijkstra_path_length(road_map, start, weight="steps")
    return tuple(sorted(city for city in near if near[city] <= most))


@within.right
def in_rounds_until_nothing_changes(start, most):
    far = dict.fromkeys(road_map, 10**6) | {start: 0}
    for _ in road_map:
        for a in road_map:
            for b in road_map[a]:
                far[b] = min(far[b], far[a] + steps(a, b))
    return sorted(city for city in far if far[city] <= most)


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


# What do you know now? Bayes' rule twice.

twice = Check("topics/what_do_you_know", "twice")


@twice.right
def with_odds(prior, first, second):
    odds = prior["careful"] / prior["careless"]
    for card in (first, second):
        odds = odds * likelihood(card)["careful"] / likelihood(card)["careless"]
    return {"careless": 1 / (1 + odds), "careful": odds / (1 + odds)}


@twice.wrong
def always_even_chances(prior, first, second):
    return bayes(bayes(HALF, likelihood(first)), likelihood(second))


# The coach in forty lines: in doubt the planner's card.

choose = Check("topics/coach_in_forty_lines", "choose")


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
def with_numpy_as_well(run, km):
    run = np.array(run, int)
    falls = np.flatnonzero(np.diff(run) <= 0)
    return bool(run[falls[-1] + 1 if len(falls) else 0 :].sum() == km)


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
def without_a_memory(space, kept):
    return max(1 if over else 1 + longest(follower, kept) for follower, over in ROAD[space])


# Is it the rule or the luck?: the exact p-value of two lists.

p_of = Check(
    "topics/rule_or_luck",
    "p_of",
    same={"first → second": "both lists are equally long: the length of either says how many slips a heap has"},
)


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


# Waiting for a 120: at least one hit among cards that are kept out.

at_least_one = Check("topics/waiting_for_a_120", "at_least_one")


@at_least_one.right
def with_the_library(hits, cards, n):
    from scipy.stats import hypergeom

    return float(hypergeom(cards, hits, n).sf(0))


@at_least_one.right
def miss_after_miss_with_numpy(hits, cards, n):
    left = cards - np.arange(n)
    return float(1 - np.prod((left - hits) / left))


@at_least_one.wrong
def so_many_times_the_chance(hits, cards, n):
    return min(1, n * hits / cards)


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
def by_least_squares(x, y, group):
    columns = [x] + [[float(other == one) for other in group] for one in set(group)]
    return float(np.linalg.lstsq(np.array(columns, float).T, np.array(y, float), rcond=None)[0][0])


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


# Unplugged: how far off the mean of a board typically is, where the two of a pair are not independent.

error = Check("topics/unplugged", "error")


@error.right
def from_sums_with_numpy(pairs):
    sums = np.array(pairs).sum(axis=1)
    return sums.std() / 2 / np.sqrt(len(sums))


@error.right
def by_the_squares_and_the_square(pairs):
    sums, n = [a + b for a, b in pairs], len(pairs)
    return (n * sum(one * one for one in sums) - sum(sums) ** 2) ** 0.5 / n / 2 / n**0.5


@error.wrong
def the_better_of_each_pair(pairs):
    return standard_deviation([max(pair) for pair in pairs]) / len(pairs) ** 0.5
