/* The card game with random strategies, written the straightforward way a C programmer would: what gamekit's
   speed is measured against. Same rules and same algorithm as gamekit/games/kartenspiel, without notes, views or
   options; compiled with gcc -O3 by test_speed.py.

   usage: kartenspiel PLAYERS GAMES LIMIT  ->  seconds decisions steps mean_score
   The deck is read from standard input: 17 counts. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KM_KINDS = 12, REST = 12, FREIGHT, BARRIER, FREE, REALLY_FREE, KINDS };
enum { PLAYERS = 5, CARDS = 140, HAND = 10, STAGES = 5, LAST_ROUND = 100, NOTHING = -2 };
enum { DRAW, RUN, COUNTER, TURN_UP, ROAD, SCORE, GATHER, OVER };

typedef struct {
  int phase, stage, round, start, seat, turned, owed, road;
  int hand[PLAYERS][KINDS], hand_size[PLAYERS];
  int run[PLAYERS][CARDS], run_size[PLAYERS];
  int laid[PLAYERS], lying[KINDS], counter;
  int pile[KINDS], pile_size, discard[KINDS], taken[PLAYERS][KINDS];
  int scores[PLAYERS];
} State;

static int players, limit_km, deck[KINDS];

static uint64_t weyl = 42;
static inline double uniform(void) { /* splitmix64 */
  uint64_t z = (weyl += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return ((z ^ (z >> 31)) >> 11) * 0x1.0p-53;
}

static inline int km(int kind) { return kind < KM_KINDS ? 10 * (kind + 1) : 0; }
static inline int seated(const State *s, int seat) {
  int p = s->start + seat;
  return p >= players ? p - players : p;
}

static void gather(State *s) {
  s->pile_size = 0;
  for (int k = 0; k < KINDS; k++) {
    s->pile[k] = deck[k];
    s->pile_size += deck[k];
    s->discard[k] = s->lying[k] = 0;
  }
  for (int p = 0; p < PLAYERS; p++) {
    s->laid[p] = NOTHING;
    s->hand_size[p] = s->run_size[p] = 0;
    for (int k = 0; k < KINDS; k++) s->hand[p][k] = s->taken[p][k] = 0;
  }
  s->counter = s->round = s->seat = 0;
  s->phase = DRAW;
}

static int run_value(const State *s, int p) {
  int value = 0, last = 0, rests = 0;
  for (int i = 0; i < s->run_size[p]; i++) {
    int kind = s->run[p][i];
    if (kind == REST) {
      if (rests++ > 0) value = last = 0;
      continue;
    }
    rests = 0;
    value = kind < REST && km(kind) > last ? value + km(kind) : km(kind);
    last = km(kind);
  }
  return value;
}

static void skip_empty(State *s) {
  while (s->seat < players && s->hand_size[seated(s, s->seat)] == 0) s->seat++;
}

static void begin_round(State *s) {
  s->round++;
  s->seat = 0;
  s->phase = RUN;
  skip_empty(s);
}

static void reshuffle(State *s) {
  for (int k = 0; k < KINDS; k++) {
    s->pile[k] += s->discard[k];
    s->pile_size += s->discard[k];
    s->discard[k] = 0;
    for (int p = 0; p < players; p++) {
      s->pile[k] += s->taken[p][k];
      s->pile_size += s->taken[p][k];
      s->taken[p][k] = 0;
    }
  }
}

static void next_to_draw(State *s) {
  while (s->seat < players && s->hand_size[seated(s, s->seat)] >= HAND) s->seat++;
  if (s->seat < players && s->pile_size == 0) reshuffle(s);
  if (s->seat < players && s->pile_size > 0) return;
  int cards = 0;
  for (int p = 0; p < players; p++) cards += s->hand_size[p];
  if (cards == 0 || s->round == LAST_ROUND) { s->phase = SCORE; return; }
  if (s->round > 0) s->start = seated(s, 1);
  begin_round(s);
}

static void next_to_turn(State *s) {
  s->seat = 0;
  s->phase = TURN_UP;
  while (s->turned < players && s->laid[seated(s, s->turned)] == NOTHING) s->turned++;
  if (s->turned < players) return;
  s->turned = s->seat = 0;
  if (s->counter >= limit_km) { s->phase = SCORE; return; }
  s->phase = DRAW;
  next_to_draw(s);
}

static void next_on_counter(State *s) {
  skip_empty(s);
  if (s->seat == players) { s->turned = 0; next_to_turn(s); }
}

static void next_on_road(State *s) {
  while (s->owed == 0) {
    s->seat++;
    if (s->seat == players) { s->road = 0; next_to_turn(s); return; }
    int held = s->hand_size[seated(s, s->seat)];
    s->owed = s->road < held ? s->road : held;
  }
}

static int clear_with(State *s, const int *want) {
  for (int k = 0; k < 5; k++) if (s->lying[k] < want[k]) return 0;
  for (int k = 0; k < 5; k++) { s->lying[k] -= want[k]; s->discard[k] += want[k]; }
  return 1;
}

static int discard_fifty(State *s) {
  static const int sets[7][5] = {{0, 0, 0, 0, 1}, {1, 0, 0, 1, 0}, {0, 1, 1, 0, 0}, {2, 0, 1, 0, 0},
                                 {1, 2, 0, 0, 0}, {3, 1, 0, 0, 0}, {5, 0, 0, 0, 0}};
  for (int i = 0; i < 7; i++) if (clear_with(s, sets[i])) return 1;
  return 0;
}

static void turn_up(State *s) {
  int p = seated(s, s->turned), kind = s->laid[p];
  s->laid[p] = NOTHING;
  s->turned++;
  if (kind < KM_KINDS) { s->lying[kind]++; s->counter += km(kind); }
  else if (kind == FREIGHT) { s->lying[FREIGHT]++; s->counter -= 50; }
  else s->discard[kind]++;
  while (s->lying[FREIGHT] > 0 && discard_fifty(s)) { s->lying[FREIGHT]--; s->discard[FREIGHT]++; }
  if (kind == BARRIER)
    for (int q = 0; q < players; q++)
      if (s->run_size[q] > 0) s->taken[q][s->run[q][--s->run_size[q]]]++;
  if (kind == FREE || kind == REALLY_FREE) {
    s->road = kind == FREE ? 1 : 2;
    s->phase = ROAD;
    s->seat = -1;
    s->owed = 0;
    next_on_road(s);
  } else next_to_turn(s);
}

static void score(State *s) {
  for (int p = 0; p < players; p++) s->scores[p] += run_value(s, p);
  s->start = seated(s, 1);
  s->phase = s->stage < STAGES ? GATHER : OVER;
}

static void take_from_hand(State *s, int p, int kind) { s->hand[p][kind]--; s->hand_size[p]--; }

static void apply(State *s, int kind) {
  int p = seated(s, s->seat);
  switch (s->phase) {
  case RUN:
    take_from_hand(s, p, kind);
    s->run[p][s->run_size[p]++] = kind;
    s->seat++;
    skip_empty(s);
    if (s->seat == players) { s->seat = 0; s->phase = COUNTER; next_on_counter(s); }
    break;
  case COUNTER:
    take_from_hand(s, p, kind);
    s->laid[p] = kind;
    s->seat++;
    next_on_counter(s);
    break;
  case ROAD:
    take_from_hand(s, p, kind);
    s->run[p][s->run_size[p]++] = kind;
    s->owed--;
    next_on_road(s);
    break;
  case DRAW:
    s->pile[kind]--;
    s->pile_size--;
    s->hand[p][kind]++;
    s->hand_size[p]++;
    next_to_draw(s);
    break;
  case TURN_UP: turn_up(s); break;
  case SCORE: score(s); break;
  default: s->stage++; gather(s);
  }
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  players = atoi(argv[1]);
  long games = atol(argv[2]);
  limit_km = atoi(argv[3]);
  for (int k = 0; k < KINDS; k++) if (scanf("%d", &deck[k]) != 1) return 2;
  long decisions = 0, steps = 0;
  double total = 0;
  int actions[KINDS + 1];
  State *s = malloc(sizeof *s);
  clock_t began = clock();
  for (long g = 0; g < games; g++) {
    memset(s, 0, sizeof *s);
    s->stage = 1;
    gather(s);
    while (s->phase != OVER) {
      int kind = 0;
      if (s->phase == DRAW) {
        int r = (int)(uniform() * s->pile_size);
        while (r >= s->pile[kind]) r -= s->pile[kind++];
      } else if (s->phase == RUN || s->phase == COUNTER || s->phase == ROAD) {
        const int *hand = s->hand[seated(s, s->seat)];
        int n = 0;
        for (int k = 0; k < KINDS; k++) { actions[n] = k; n += hand[k] > 0; }
        kind = actions[(int)(uniform() * n)];
        decisions++;
      }
      apply(s, kind);
      steps++;
    }
    for (int p = 0; p < players; p++) total += s->scores[p];
  }
  double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
  printf("%.6f %ld %ld %.4f\n", seconds, decisions, steps, total / games / players);
  free(s);
  return 0;
}
