/** Projections of the lines of a cohort table. Pure. */

import type { CohortLine, CohortProjection, CohortRow, ProjectedCell } from "@/lib/reporting/cohorts/schema";
import {
  addProjected,
  breakEvenDay,
  noAgeYetText,
  projectRevenue,
  type RevenueByAge,
  shortHistoryText,
  smallSampleText,
} from "@/lib/reporting/forecast/project";
import { cohortAges } from "@/lib/reporting/metrics/cohort-ages";

const ages = cohortAges.flatMap(({ days }) => (days === null ? [] : [days]));

const developmentOf = ({ installs, cells }: Pick<CohortLine, "installs" | "cells">): RevenueByAge => ({
  installs,
  payers: cells.findLast((cell, i) => i < ages.length && cell !== null)?.payers ?? 0,
  revenue: ages.map((_, i) => cells[i]?.revenue ?? null),
});

/** The cohorts of all values together, in order of time. */
function together(history: readonly CohortRow[]): RevenueByAge[] {
  const byCohort = Map.groupBy(history, ({ from }) => from);
  return [...byCohort.values()].map((rows) => ({
    installs: rows.reduce((sum, { installs }) => sum + installs, 0),
    payers: rows.reduce((sum, row) => sum + developmentOf(row).payers, 0),
    revenue: ages.map((_, i) =>
      rows.every(({ cells }) => cells[i])
        ? rows.reduce((sum, { cells }) => sum + cells[i]!.revenue, 0)
        : null,
    ),
  }));
}

type Points = { day: number; revenue: number }[];

function pointsOf(line: CohortLine, projected: readonly (ProjectedCell | null)[]): Points {
  return ages.flatMap((day, i) => {
    const revenue = line.cells[i]?.revenue ?? projected[i]?.revenue;
    return revenue === undefined ? [] : [{ day, revenue }];
  });
}

function projectionOf(row: CohortRow, histories: readonly (readonly RevenueByAge[])[]): CohortProjection {
  const none = (refused: string): CohortProjection => ({
    cells: row.cells.map(() => null),
    break_even_day: breakEvenDay(pointsOf(row, []), row.spend),
    refused,
  });
  let refused = shortHistoryText;
  for (const history of histories) {
    const found = projectRevenue(developmentOf(row), history);
    if ("refused" in found) {
      refused = found.refused;
      continue;
    }
    const { installs, spend } = row;
    const cells = row.cells.map((_, i) => {
      const projected = found.ages[i];
      return projected ? { installs, spend, ...projected } : null;
    });
    return { cells, break_even_day: breakEvenDay(pointsOf(row, cells), spend), refused: null };
  }
  return none(refused);
}

/**
 * All cohorts of a line at an age that some of them have not reached. Cohorts without a projection are left out with
 * their installs and spend.
 */
function projectionTogether(rows: readonly CohortRow[]): CohortProjection {
  const partsAt = (i: number) =>
    rows.flatMap((row) => {
      const cell = row.cells[i];
      if (cell) {
        const { installs, spend, revenue } = cell;
        return [{ installs, spend, revenue, low: revenue, high: revenue, error: null }];
      }
      return row.projection?.cells[i] ?? [];
    });
  const cells = cohortAges.map(({ days }, i): ProjectedCell | null => {
    if (days === null || !rows.some((row) => row.projection?.cells[i])) return null;
    const parts = partsAt(i);
    return {
      ...addProjected(parts),
      installs: parts.reduce((sum, { installs }) => sum + installs, 0),
      spend: parts.reduce(
        (sum: number | null, { spend }) => (sum === null || spend === null ? null : sum + spend),
        0,
      ),
    };
  });
  const reasons = new Set(rows.map(({ projection }) => projection?.refused ?? null));
  const isNone = cells.every((cell) => cell === null);
  const reason = [smallSampleText, shortHistoryText, noAgeYetText].find((text) => reasons.has(text)) ?? null;
  return { cells, break_even_day: breakEvenTogether(rows), refused: isNone ? reason : null };
}

/** Of the cohorts with a projection, at the ages at which each of them has actual or projected revenue. */
function breakEvenTogether(rows: readonly CohortRow[]): number | null {
  const projected = rows.filter(({ projection }) => projection?.refused === null);
  if (projected.some(({ spend }) => spend === null)) return null;
  const curves = projected.map((row) => pointsOf(row, row.projection!.cells));
  const points = ages.flatMap((day) => {
    const revenues = curves.flatMap((curve) => curve.find((point) => point.day === day)?.revenue ?? []);
    if (revenues.length < curves.length) return [];
    return [{ day, revenue: revenues.reduce((sum, revenue) => sum + revenue, 0) }];
  });
  return breakEvenDay(
    points,
    projected.reduce((sum, { spend }) => sum + spend!, 0),
  );
}

type Table = { rows: CohortRow[]; values: CohortLine[]; total: CohortLine };

/**
 * Adds projections to all lines. A cohort is projected by older weeks of its own value, or of all values together if
 * these are too few.
 */
export function withProjections({ rows, values, total }: Table, history: readonly CohortRow[]): Table {
  const all = together(history);
  const own = Map.groupBy(history, ({ key }) => key);
  const ofKey = new Map([...own].map(([key, some]) => [key, some.map(developmentOf)]));
  const projected = rows.map((row) => ({
    ...row,
    projection: projectionOf(row, [ofKey.get(row.key) ?? [], all]),
  }));
  const byKey = Map.groupBy(projected, ({ key }) => key);
  return {
    rows: projected,
    values: values.map((line) => ({ ...line, projection: projectionTogether(byKey.get(line.key) ?? []) })),
    total: { ...total, projection: projectionTogether(projected) },
  };
}
