/** The daily figures of rules, summed by the report itself. */

import type { Project } from "@/lib/accounts/access/project";
import {
  columnsOfFigure,
  daysToMature,
  type RatioParts,
  ratioParts,
} from "@/lib/alerts/conditions/ratio-parts";
import type { DaySeries } from "@/lib/alerts/conditions/series";
import { type AlertDays, inSpans } from "@/lib/alerts/fetch/spans";
import { type FigureCondition, figureOfRule } from "@/lib/alerts/rules/schema";
import { addDays } from "@/lib/base/days";
import { findFirstDay } from "@/lib/ledger/day-queries";
import type { Dimension } from "@/lib/reporting/groups/dimensions";
import { groupedSums } from "@/lib/reporting/groups/groups";
import { reportFilter } from "@/lib/reporting/groups/schema";
import { matchingCampaigns } from "@/lib/reporting/report/report";

export type AlertSubject = { subject: string; label: string; series: DaySeries };

/** The days per query: there is a row per campaign, measure and day, and a project has thousands. */
const maxAtOnce = 21;

type Found = { label: string; first: string; days: Map<string, RatioParts> };

/** The subjects of a rule, each with its days from `from` to `to`. */
export async function seriesOfRule(
  project: Project,
  one: FigureCondition,
  { from, to }: AlertDays,
  now: Date,
): Promise<AlertSubject[]> {
  const figure = figureOfRule(one);
  // The installs of a day complete their age on a later day, which is the day of the figure.
  const later = daysToMature(figure);
  const by = dimensionOf(one);
  const only = await onlyThese(project, one);
  const firstDay = by === null ? await findFirstDay(project.id) : null;
  const first = firstDay && addDays(firstDay, later);
  const found = new Map<string, Found>();
  const traffic = by === null ? one.traffic : "paid";
  const sum = (days: AlertDays) =>
    groupedSums(project, { ...reportFilter.parse(days), traffic }, by === null ? ["day"] : [by, "day"], {
      ...(only && { only }),
      shown: { columns: columnsOfFigure(figure), now },
    });
  const installs = { from: addDays(from, -later), to: addDays(to, -later) };
  for await (const { groups } of inSpans(installs, maxAtOnce, sum)) {
    for (const { keys, labels, sums } of groups.values()) {
      const [key, summed] = by === null ? ["", keys[0]!] : [keys[0]!, keys[1]!];
      const day = addDays(summed, later);
      let each = found.get(key);
      if (!each) {
        each = { label: by === null ? "" : labels[0]!, first: day, days: new Map() };
        found.set(key, each);
      }
      if (day < each.first) each.first = day;
      each.days.set(day, ratioParts(figure, sums));
    }
  }
  if (by === null) {
    const days = found.get("")?.days ?? new Map<string, RatioParts>();
    return [{ subject: "", label: "", series: { first, days } }];
  }
  return [...found].map(([key, each]) => ({
    subject: `${by}:${key}`,
    label: each.label,
    series: { first: each.first, days: each.days },
  }));
}

function dimensionOf({ scope }: FigureCondition): Extract<Dimension, "campaign" | "network"> | null {
  if (scope === "project") return null;
  return scope === "campaign" || scope === "each_campaign" ? "campaign" : "network";
}

/** The campaigns to watch: a paused campaign is expected to have no traffic. */
async function onlyThese(project: Project, one: FigureCondition): Promise<string[] | null> {
  if (one.scope === "network") return [one.network ?? ""];
  if (one.scope !== "campaign" && one.scope !== "each_campaign") return null;
  const active = await matchingCampaigns(project, { ...reportFilter.parse({}), active: true });
  const ids = active
    .map(({ id }) => id)
    .filter((id) => one.scope === "each_campaign" || id === one.campaign_id);
  return ids.map(String);
}
