import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { addDays } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { timeRangeOf } from "@/lib/platform/keyset";
import {
  type FunnelRow,
  findFunnel,
  findHasVisitors,
  findWebEventNames,
} from "@/lib/reporting/web-to-app/queries";
import type { WebToApp, webToAppQuery } from "@/lib/reporting/web-to-app/schema";

const defaultDays = 30;
const maxGroups = 100;
const maxEvents = 20;

const stepsOf = ({ visited, clicked, installed, signed_up, paid }: FunnelRow) => ({
  visited,
  clicked,
  installed,
  signed_up,
  paid,
});

const zeros = { visited: 0, clicked: 0, installed: 0, signed_up: 0, paid: 0 };

export async function webToApp(
  project: Project,
  query: z.output<typeof webToAppQuery>,
  now: Date,
): Promise<WebToApp> {
  const to = query.to ?? dayIn(project.timeZone, now);
  const from = query.from ?? addDays(to, 1 - defaultDays);
  const range = timeRangeOf(project.timeZone, { from, to });
  const [rows, events, hasVisitors] = await Promise.all([
    // The limit includes the total, so it is one more than the shown groups.
    findFunnel(project.id, range, query.by, maxGroups + 1),
    findWebEventNames(project.id, range, maxEvents),
    findHasVisitors(project.id),
  ]);
  const groups = rows.filter(({ key }) => key !== null);
  const all = rows.find(({ key }) => key === null);
  return {
    from,
    to,
    by: query.by,
    has_visitors: hasVisitors,
    funnel: all ? stepsOf(all) : zeros,
    rows: groups
      .slice(0, maxGroups)
      .map((row) => ({ key: row.key!, name: row.name, deleted: row.deleted, ...stepsOf(row) })),
    more: groups.length > maxGroups,
    events,
  };
}
