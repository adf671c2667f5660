/** The alerts that a rule would have had in the past ninety days. */

import type { Project } from "@/lib/accounts/access/project";
import { evaluateSilence, observedHours } from "@/lib/alerts/conditions/no-data";
import type { Observation } from "@/lib/alerts/conditions/observation";
import { labelOfFigure } from "@/lib/alerts/conditions/ratio-parts";
import { alertStepOf } from "@/lib/alerts/conditions/transition";
import { comparisonDays, evaluateDay } from "@/lib/alerts/fetch/figures";
import { findBusyHours } from "@/lib/alerts/fetch/queries";
import { type AlertSubject, seriesOfRule } from "@/lib/alerts/fetch/series";
import { alertText, unitOfRule } from "@/lib/alerts/rules/labels";
import { closedHours, lastClosedPeriod } from "@/lib/alerts/rules/periods";
import {
  type AlertCondition,
  type AlertConditionOf,
  type Backtest,
  type ChartPoint,
  type FigureCondition,
  figureOfRule,
  isFigureCondition,
} from "@/lib/alerts/rules/schema";
import { addDays, eachDay } from "@/lib/base/days";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { runInSteps, type WorkSteps } from "@/lib/platform/steps";

const days = 90;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** The limit of listed alerts. */
const maxFirings = 100;

type Firing = Backtest["firings"][number];
type At = { day: string; at: Date; seen: Observation };

/** The same transitions as in a real evaluation, with at most one notification a day. */
function firingsOf(evaluations: readonly At[]): { day: string; seen: Observation; notifies: boolean }[] {
  let open: { id: string; notifiedAt: Date | null } | null = null;
  let lastNotifiedAt: Date | null = null;
  const found: { day: string; seen: Observation; notifies: boolean }[] = [];
  for (const { day, at, seen } of evaluations) {
    const { does, notifies }: ReturnType<typeof alertStepOf> = alertStepOf(
      seen.is,
      { open, lastNotifiedAt, isMuted: false },
      at,
    );
    if (does === "resolve") {
      open = null;
      continue;
    }
    if (notifies) lastNotifiedAt = at;
    if (does === "fire") open = { id: day, notifiedAt: notifies ? at : null };
    if (does === "keep" && open && notifies) open = { ...open, notifiedAt: at };
    if (does === "fire" || notifies) found.push({ day, seen, notifies: notifies });
  }
  return found;
}

/** For a page with more content: if the sum is refused, the page shows the error in its place. */
export async function backtestOrRefusal(project: Project, one: AlertCondition, now: Date): Promise<Backtest> {
  try {
    return await runBacktest(project, one, now);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...none(project), problem: error.message };
  }
}

export async function runBacktest(project: Project, one: AlertCondition, now: Date): Promise<Backtest> {
  if (isFigureCondition(one)) return testFigures(project, one, now);
  if (one.kind === "quiet") return testQuiet(project, one, now);
  return { ...none(project), possible: false, days: 0 };
}

const none = (project: Pick<Project, "currency">): Backtest => ({
  possible: true,
  problem: null,
  days,
  tested: 0,
  times: 0,
  firings: [],
  unit: "count",
  currency: project.currency,
  chart: null,
});

async function testFigures(project: Project, one: FigureCondition, now: Date): Promise<Backtest> {
  // Hourly values of past days are unknown, so today's limit is applied to each whole day.
  const { day: last } = lastClosedPeriod(
    one.kind === "change" ? one : { ...one, days: one.days || 1 },
    project.timeZone,
    now,
  );
  const first = addDays(last, 1 - days);
  const range = { from: addDays(first, -comparisonDays(one)), to: last };
  const subjects = await seriesOfRule(project, one, range, now);
  return runInSteps(evaluateSubjects(project, one, subjects, eachDay(first, last)));
}

/** Judges one subject at a time and yields in between, because hundreds of campaigns would delay clicks. */
export function* evaluateSubjects(
  project: Pick<Project, "currency">,
  one: FigureCondition,
  subjects: readonly AlertSubject[],
  testedDays: readonly string[],
): WorkSteps<Backtest> {
  const tested = new Set<string>();
  const all: Firing[] = [];
  let shown: { label: string; evaluations: At[]; weight: [number, number] } | null = null;
  for (const { subject, label, series } of subjects) {
    yield;
    const evaluations = testedDays.map((day) => ({
      day,
      at: new Date(Date.parse(`${day}T00:00:00Z`) + dayMs),
      seen: evaluateDay(one, series, day, project.currency),
    }));
    for (const { day, seen } of evaluations) if (seen.is !== "silent") tested.add(day);
    const firings = firingsOf(evaluations);
    all.push(
      ...firings.map(({ day, seen, notifies }) => ({
        day,
        subject,
        label,
        text: alertText(one, { label, seen, day }, project),
        notifies,
      })),
    );
    const volume = evaluations.reduce((sum, { seen }) => sum + (seen.volume ?? 0), 0);
    const weight: [number, number] = [firings.length, volume];
    if (
      !shown ||
      weight[0] > shown.weight[0] ||
      (weight[0] === shown.weight[0] && weight[1] > shown.weight[1])
    )
      shown = { label, evaluations: evaluations, weight };
  }
  return {
    ...none(project),
    tested: tested.size,
    times: all.filter(({ notifies }) => notifies).length,
    firings: latest(all),
    unit: unitOfRule(one),
    chart: shown && {
      label: shown.label || labelOfFigure(figureOfRule(one)),
      points: shown.evaluations.map(pointOf),
    },
  };
}

const latest = (all: Firing[]) => all.sort((a, b) => (a.day < b.day ? 1 : -1)).slice(0, maxFirings);

const pointOf = ({ day, seen }: At): ChartPoint => ({
  day,
  value: seen.value,
  low: seen.low,
  high: seen.high,
  outside: seen.is === "outside",
});

/** Evaluates hour by hour; the chart has the longest pause of each day. */
async function testQuiet(project: Project, one: AlertConditionOf<"quiet">, now: Date): Promise<Backtest> {
  const times = closedHours(now, days * 24 + observedHours);
  const hours = await findBusyHours(project.id, one.what, times);
  const evaluations = await runInSteps(judgeHours(project, one, times, hours));
  const byDay = Map.groupBy(evaluations, ({ day }) => day);
  const points = [...byDay.values()].map((day) =>
    pointOf(
      day.reduce((worst, evaluation) =>
        (evaluation.seen.value ?? 0) > (worst.seen.value ?? 0) ? evaluation : worst,
      ),
    ),
  );
  const firings = firingsOf(evaluations);
  return {
    ...none(project),
    tested: [...byDay.values()].filter((day) => day.some(({ seen }) => seen.is !== "silent")).length,
    times: firings.filter(({ notifies }) => notifies).length,
    firings: latest(
      firings.map(({ day, seen, notifies }) => ({
        day,
        subject: "",
        label: "",
        text: alertText(one, { label: "", seen, day }, project),
        notifies,
      })),
    ),
    unit: "hours",
    chart: { label: "", points },
  };
}

function* judgeHours(
  project: Project,
  one: AlertConditionOf<"quiet">,
  times: readonly Date[],
  hours: readonly boolean[],
): WorkSteps<At[]> {
  const evaluations: At[] = [];
  for (let end = observedHours + 1; end <= hours.length; end++) {
    const at = new Date(times[0]!.getTime() + end * hourMs);
    const seen = evaluateSilence(hours.slice(end - observedHours, end), one.factor);
    if (end % 24 === 0) yield;
    evaluations.push({ day: dayIn(project.timeZone, new Date(at.getTime() - hourMs)), at, seen });
  }
  return evaluations;
}
