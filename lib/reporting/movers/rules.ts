/** Which rows of a breakdown moved a figure most. Pure. */
import {
  type AddedFigure,
  type DividedFigure,
  type EffectsByCause,
  figureChange,
  moverCauses,
  moverFigure,
  type PeriodPair,
  type PeriodSums,
  sumOfEffects,
} from "@/lib/reporting/movers/effects";

const shownRows = 5;
/** Rows with fewer installs, sign-ups or clicks in both periods together are noise, not movers. */
const fewestCounted = 10;
/** Smaller shares of both periods' figures are noise too. */
const smallestShare = 0.01;

/** Rows without a key are never shown alone. */
export type MovedRow = { key: string | null; label: string; pair: PeriodPair };

export type Mover = {
  /** Null for the sum of all other rows. */
  key: string | null;
  label: string;
  pair: PeriodPair;
  before: number | null;
  after: number | null;
  change: number;
  /** The part of the total's change, in percent; null if the rows mostly cancel each other out. */
  share: number | null;
  /** Null for ratios. */
  effects: EffectsByCause | null;
  /** The number of rows in the sum. */
  rows: number;
};

type Figure = AddedFigure | DividedFigure;

/** The figures that a ratio divides. */
const partsOf = (figure: Figure): AddedFigure[] =>
  figure === "roas" ? ["revenue", "spend"] : figure === "cost_per_install" ? ["spend", "installs"] : [figure];

const isCounted = (figure: AddedFigure) => figure !== "revenue" && figure !== "spend";

function isNoise({ before, after }: PeriodPair, whole: PeriodPair, figure: Figure): boolean {
  return partsOf(figure).every((part) => {
    const both = Math.abs(before[part]) + Math.abs(after[part]);
    const all = Math.abs(whole.before[part]) + Math.abs(whole.after[part]);
    return both < all * smallestShare || (isCounted(part) && both < fewestCounted);
  });
}

const names = ["clicks", "installs", "signups", "revenue", "spend"] as const;
const noVolumes = (): PeriodSums => ({ clicks: 0, installs: 0, signups: 0, revenue: 0, spend: 0 });

export function sumOfPairs(pairs: readonly PeriodPair[]): PeriodPair {
  const sum: PeriodPair = { before: noVolumes(), after: noVolumes() };
  for (const pair of pairs)
    for (const when of ["before", "after"] as const)
      for (const name of names) sum[when][name] += pair[when][name];
  return sum;
}

const sumEffects = (all: readonly (EffectsByCause | null)[]): EffectsByCause | null => {
  const known = all.filter((effects) => effects !== null);
  if (known.length < all.length) return null;
  return Object.fromEntries(
    moverCauses.map((cause) => [cause, known.reduce((sum, effects) => sum + effects[cause], 0)]),
  ) as EffectsByCause;
};

export type MoverChange = {
  before: number | null;
  after: number | null;
  /** Null without a value in one of the periods. */
  change: number | null;
  effects: EffectsByCause | null;
  rows: Mover[];
};

/**
 * The rows that changed a figure most, by the size of their part, and all others as one row. The rows add up to the
 * change of `whole`, and their effects to its effects.
 */
export function largestMovers(rows: readonly MovedRow[], whole: PeriodPair, figure: Figure): MoverChange {
  const { change, rows: parts } = figureChange(
    rows.map(({ pair }) => pair),
    whole,
    figure,
  );
  const [before, after] = [moverFigure(whole.before, figure), moverFigure(whole.after, figure)];
  if (change === null) return { before, after, change, effects: null, rows: [] };
  const gross = parts.reduce((sum, part) => sum + Math.abs(part.change), 0);
  const hasShares = change !== 0 && Math.abs(change) >= gross / 10;
  const share = (part: number) => (hasShares ? Math.round((100 * part) / change) : null);
  const all = rows.map((row, i) => ({ ...row, ...parts[i]! }));
  const ranked = all
    .filter(({ key, pair, change: moved }) => key !== null && moved !== 0 && !isNoise(pair, whole, figure))
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || (String(a.key) < String(b.key) ? -1 : 1))
    .slice(0, shownRows);
  const others = all.filter((row) => !ranked.includes(row));
  const otherPair = sumOfPairs(others.map(({ pair }) => pair));
  const otherChange = others.reduce((sum, other) => sum + other.change, 0);
  const row = (
    one: Pick<Mover, "key" | "label" | "change" | "effects" | "rows">,
    pair: PeriodPair,
  ): Mover => ({
    ...one,
    pair,
    before: moverFigure(pair.before, figure),
    after: moverFigure(pair.after, figure),
    share: share(one.change),
  });
  return {
    before,
    after,
    change,
    effects: sumEffects(parts.map(({ effects }) => effects)),
    rows: [
      ...ranked.map(({ pair, key, label, change, effects }) =>
        row({ key, label, change, effects, rows: 1 }, pair),
      ),
      ...(others.length === 0
        ? []
        : [
            row(
              {
                key: null,
                label: "Other",
                change: otherChange,
                effects: sumEffects(others.map(({ effects }) => effects)),
                rows: others.length,
              },
              otherPair,
            ),
          ]),
    ],
  };
}

/** The cause with the largest effect in the direction of the change; null without one. */
export function mainCause({ change, effects }: Pick<Mover, "change" | "effects">) {
  if (effects === null || change === 0 || sumOfEffects(effects) !== change) return null;
  const direction = Math.sign(change);
  const [largest] = [...moverCauses].sort((a, b) => direction * (effects[b] - effects[a]));
  return largest ?? null;
}
