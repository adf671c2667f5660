import type { Project } from "@/lib/accounts/access/project";
import { addDays } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { groupLabelFor } from "@/lib/reporting/groups/groups";
import { moverFigure, type PeriodPair, type PeriodSums } from "@/lib/reporting/movers/effects";
import { findMoverSums, type MoverSum, volumeNames } from "@/lib/reporting/movers/queries";
import {
  largestMovers,
  type MovedRow,
  type Mover,
  mainCause,
  sumOfPairs,
} from "@/lib/reporting/movers/rules";
import type {
  MoverDimension,
  MoversData,
  MoversPeriod,
  MoversQuery,
  ShownMover,
} from "@/lib/reporting/movers/schema";
import { sumsInFocus } from "@/lib/reporting/overview/focus-queries";

/** Yesterday, and the last seven days, each after the same weekdays one week earlier. */
export function periodsBefore(today: string) {
  const range = (first: number, last: number) => ({ from: addDays(today, first), to: addDays(today, last) });
  return [
    { name: "yesterday", days: range(-1, -1), previous: range(-8, -8) },
    { name: "week", days: range(-7, -1), previous: range(-14, -8) },
  ] as const;
}

/** The rows that changed a figure, and the causes. Today is left out, because it is incomplete. */
export async function movers(project: Project, query: MoversQuery, now: Date): Promise<MoversData> {
  const periods = periodsBefore(dayIn(project.timeZone, now));
  const sums = await findMoverSums(
    project.id,
    periods.flatMap(({ previous, days }) => [previous, days]),
    { where: sumsInFocus(project.id, query), organic: query.traffic === "all" },
  );
  return {
    figure: query.figure,
    currency: project.currency,
    periods: periods.map((period, place) => periodOf(period, query.figure, sums, place)),
  };
}

/** The volumes of a period: the earlier days and the later days of each come one after the other. */
function pairOf({ volumes }: MoverSum, place: number): PeriodPair {
  const part = (i: number) =>
    Object.fromEntries(
      volumeNames.map((name, n) => [name, volumes[i * volumeNames.length + n]!]),
    ) as PeriodSums;
  return { before: part(2 * place), after: part(2 * place + 1) };
}

const noSum: MoverSum = {
  by: "all",
  key: null,
  label: null,
  is_active: false,
  volumes: volumeNames.flatMap(() => [0, 0, 0, 0]),
};

type Period = Pick<MoversPeriod, "name" | "days" | "previous">;

function periodOf(
  period: Period,
  figure: MoversQuery["figure"],
  sums: MoverSum[],
  place: number,
): MoversPeriod {
  const whole = pairOf(sums.find(({ by }) => by === "all") ?? noSum, place);
  const movedBy = (dimension: MoverDimension) => {
    const found = sums.filter(({ by }) => by === dimension);
    const rows = found.map((sum) => ({
      key: sum.key,
      label: labelOfRow(dimension, sum),
      pair: pairOf(sum, place),
    }));
    const active = new Set(found.flatMap(({ key, is_active }) => (is_active ? [key] : [])));
    const moved = largestMovers([...rows, ...unlisted(rows, whole)], whole, figure);
    return { ...moved, rows: moved.rows.map((row) => shownMover(row, active)) };
  };
  const campaign = movedBy("campaign");
  const { before, after, change, effects } = campaign;
  return {
    ...period,
    before,
    after,
    change,
    effects,
    is_spend_missing: whole.before.spend > 0 && whole.after.spend === 0,
    by: {
      campaign: campaign.rows,
      network: movedBy("network").rows,
      country: movedBy("country").rows,
      creative: movedBy("creative").rows,
    },
  };
}

/** The rows that the statement does not list, as one row. */
function unlisted(rows: MovedRow[], whole: PeriodPair): MovedRow[] {
  const listed = sumOfPairs(rows.map(({ pair }) => pair));
  const rest = (when: keyof PeriodPair) =>
    Object.fromEntries(
      volumeNames.map((name) => [name, whole[when][name] - listed[when][name]]),
    ) as PeriodSums;
  const pair: PeriodPair = { before: rest("before"), after: rest("after") };
  const isEmpty = volumeNames.every((name) => pair.before[name] === 0 && pair.after[name] === 0);
  return isEmpty ? [] : [{ key: null, label: "", pair }];
}

function labelOfRow(dimension: MoverDimension, { key, label }: MoverSum): string {
  if (dimension === "creative") return key ? (label ?? key) : "No creative";
  return groupLabelFor(dimension, key ?? "", label);
}

function shownMover({ pair, ...row }: Mover, active: ReadonlySet<string | null>): ShownMover {
  const rates = (volumes: PeriodSums) => ({
    spend: volumes.spend,
    cost_per_install: moverFigure(volumes, "cost_per_install"),
  });
  return {
    ...row,
    cause: mainCause(row),
    earlier: rates(pair.before),
    later: rates(pair.after),
    is_active: row.key !== null && active.has(row.key),
  };
}
