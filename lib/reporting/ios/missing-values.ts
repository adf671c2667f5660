/**
 * Postbacks without a conversion value are worth what the others of their source are worth on average: Apple leaves the
 * value out because few people installed, not because they paid nothing. Pure.
 */
import type { ValueRange } from "@/lib/apple/postbacks/rules";

/** Postbacks of one source and window that are worth the same. */
export type ValuedGroup = {
  network: string;
  source: string | null;
  sequence: number;
  postbacks: number;
  /** False without any conversion value. */
  hasValue: boolean;
  /** In minor units for one postback; null if its value does not depend on revenue. */
  worth: ValueRange | null;
  /** A random fifth of the postbacks, for the backtest. */
  fold: number;
};

/** A pool with fewer values says nothing about the postbacks without one. */
const minPool = 30;

const nothing: ValueRange = { low: 0, mid: 0, high: 0 };

const plus = (sum: ValueRange, { low, mid, high }: ValueRange, times: number): ValueRange => ({
  low: sum.low + times * low,
  mid: sum.mid + times * mid,
  high: sum.high + times * high,
});

/**
 * The pools of a group, the most exact one first: the network's postbacks with the same last four, three or two digits,
 * then all of the network.
 */
function poolsOf({ network, source, sequence }: ValuedGroup): string[] {
  const pools = [`${network} ${sequence}`];
  for (let digits = 2; digits <= (source?.length ?? 0); digits++)
    pools.unshift(`${network} ${sequence} ${source!.slice(-digits)}`);
  return pools;
}

type Pool = { postbacks: number; worth: ValueRange };

function fill(groups: readonly ValuedGroup[]): Map<string, Pool> {
  const pools = new Map<string, Pool>();
  for (const group of groups) {
    if (!group.hasValue) continue;
    for (const name of poolsOf(group)) {
      const pool = pools.get(name) ?? { postbacks: 0, worth: nothing };
      pools.set(name, {
        postbacks: pool.postbacks + group.postbacks,
        worth: plus(pool.worth, group.worth ?? nothing, group.postbacks),
      });
    }
  }
  return pools;
}

/** The average worth in the most exact pool with enough values; null if there is none. */
function averageOf(pools: ReadonlyMap<string, Pool>, group: ValuedGroup): ValueRange | null {
  for (const name of poolsOf(group)) {
    const pool = pools.get(name);
    if (pool && pool.postbacks >= minPool) return plus(nothing, pool.worth, 1 / pool.postbacks);
  }
  return null;
}

export type PoolEstimate = {
  /** The worth of postbacks with a value. */
  reported: ValueRange;
  /** The worth that the postbacks without a value are assumed to have. */
  shared: ValueRange;
  /** Postbacks without a value, and how many of them no pool is large enough for. */
  missing: number;
  unshared: number;
};

/** The worth of some groups, where `all` fill the pools. */
export function estimateMissingValues(
  all: readonly ValuedGroup[],
): (groups: readonly ValuedGroup[]) => PoolEstimate {
  const pools = fill(all);
  return (groups) => {
    const sum: PoolEstimate = { reported: nothing, shared: nothing, missing: 0, unshared: 0 };
    for (const group of groups) {
      if (group.hasValue) {
        sum.reported = plus(sum.reported, group.worth ?? nothing, group.postbacks);
        continue;
      }
      sum.missing += group.postbacks;
      const average = averageOf(pools, group);
      if (average === null) sum.unshared += group.postbacks;
      else sum.shared = plus(sum.shared, average, group.postbacks);
    }
    return sum;
  };
}

export const backtestFolds = 5;

export type ValueBacktest = {
  /** Postbacks whose value was hidden and estimated again. */
  hidden: number;
  /** The sum of the five errors, and the sum of the five true amounts. */
  off: number;
  actual: number;
};

/**
 * Hides a fifth of the known values five times, estimates them from the other four fifths, and compares. Null if no
 * value could be tested.
 */
export function backtestMissingValues(groups: readonly ValuedGroup[]): ValueBacktest | null {
  const valued = groups.filter(({ hasValue }) => hasValue);
  const result: ValueBacktest = { hidden: 0, off: 0, actual: 0 };
  for (let fold = 0; fold < backtestFolds; fold++) {
    const pools = fill(valued.filter((group) => group.fold !== fold));
    let [estimated, actual] = [0, 0];
    for (const group of valued) {
      const average = group.fold === fold ? averageOf(pools, group) : null;
      if (average === null) continue;
      result.hidden += group.postbacks;
      estimated += group.postbacks * average.mid;
      actual += group.postbacks * (group.worth?.mid ?? 0);
    }
    result.off += Math.abs(estimated - actual);
    result.actual += actual;
  }
  return result.hidden === 0 || result.actual === 0 ? null : result;
}
