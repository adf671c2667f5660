import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import {
  countListedEvents,
  type EventFilter,
  findEvents,
  findFewUsers,
  findSentNames,
} from "@/lib/activity/lists/events/queries";
import { type eventCounts, type eventNameList, eventSchema } from "@/lib/activity/lists/events/schema";
import { filteredQuery } from "@/lib/activity/lists/filtered-query";
import { instancesOfDimensions } from "@/lib/activity/lists/installs/instances";
import { longestDayRange } from "@/lib/base/day-params";
import { addDays, dayCount } from "@/lib/base/days";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { list } from "@/lib/platform/lists/list";

const maxNames = 500;

/** If more users sent an event, scanning all events from the newest on soon finds enough. */
const fewUserRows = 2_000;

export const eventsList = list(eventSchema, {
  async toFilter(project: Project, query): Promise<EventFilter> {
    const { user, name } = query;
    const filter = filteredQuery(project, query);
    const instances = await instancesOfDimensions(project, filter.dimensions, query.install);
    const users = user
      ? [user]
      : name && instances === null
        ? await findFewUsers(project.id, name, fewUserRows)
        : null;
    return { ...filter, users, instances };
  },
  find: findEvents,
  count: countListedEvents,
});

export async function listEventNames(project: Project): Promise<z.output<typeof eventNameList>> {
  return { names: (await findSentNames(project.id, maxNames)).map((row) => row.name) };
}

/** The days of the screen. More would read the whole ledger. */
const defaultDays = 30;

/** Counts events as the report does: without events of test devices. The most frequent name is the first. */
export async function countEventsByName(
  project: Project,
  query: { from: string | null; to: string | null },
  now: Date,
): Promise<z.output<typeof eventCounts>> {
  const to = query.to ?? dayIn(project.timeZone, now);
  const days = { from: query.from ?? addDays(to, 1 - defaultDays), to };
  if (days.from <= to && dayCount(days.from, to) > longestDayRange)
    throw new Refusal("invalid_request", `Choose at most ${longestDayRange} days.`, { status: 422 });
  const rows = await sumLedger(project.id, { by: ["name"], measures: ["event"], days });
  return {
    names: rows
      .map(({ name, count, amount }) => ({ name, count, amount_minor: amount }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
  };
}
