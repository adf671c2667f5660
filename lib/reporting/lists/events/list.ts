import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Cell } from "@/lib/base/csv";
import { currencyDigits } from "@/lib/base/money";
import { dimensionFilterOf } from "@/lib/ledger/rows-queries";
import { cutPage, keysetCsv, mostCounted, spanOf } from "@/lib/platform/keyset";
import {
  countEvents,
  type EventRow,
  type Filter,
  findEvents,
  findFewUsers,
  findNames,
} from "@/lib/reporting/lists/events/queries";
import type {
  EventFilter,
  EventQuery,
  eventList,
  eventNames,
  eventTotals,
} from "@/lib/reporting/lists/events/schema";
import { instancesFor } from "@/lib/reporting/lists/installs/instances";

const mostNames = 500;

/** Of a name that more have sent, walking over all events, the newest first, soon meets enough. */
const fewUserRows = 2_000;

export async function eventsPage(project: Project, query: EventQuery): Promise<z.output<typeof eventList>> {
  const filter = await filterOf(project, query);
  const rows = await findEvents(project.id, filter, query.before, query.limit + 1);
  const { page, next } = cutPage(rows, query.limit, placeOf);
  return { events: page.map(present), next };
}

export async function eventsTotals(
  project: Project,
  query: EventFilter,
): Promise<z.output<typeof eventTotals>> {
  const filter = await filterOf(project, query);
  const counted = await countEvents(project.id, filter, mostCounted + 1);
  return { ...counted, count: Math.min(counted.count, mostCounted), more: counted.count > mostCounted };
}

export async function namesOfEvents(project: Project): Promise<z.output<typeof eventNames>> {
  return { names: (await findNames(project.id, mostNames)).map((row) => row.name) };
}

const heads = [
  ...["Event ID", "Occurred at", "Name", "Amount", "Currency", "User ID", "Install ID", "Instance ID"],
  ...["Campaign", "Campaign display ID", "Platform", "Test", "Data"],
];

export async function eventsCsv(project: Project, query: EventFilter): Promise<string> {
  const filter = await filterOf(project, query);
  const scale = 10 ** currencyDigits(project.currency);
  return keysetCsv(
    heads,
    (row: EventRow) => cells(row, project.currency, scale),
    (before, limit) => findEvents(project.id, filter, before, limit),
    placeOf,
  );
}

const cells = (row: EventRow, currency: string, scale: number): Cell[] => [
  ...[row.id, row.occurred_at, row.name, row.amount_minor === null ? null : row.amount_minor / scale],
  ...[row.amount_minor === null ? null : currency, row.user_id, row.install_id, row.install_instance_id],
  ...[row.campaign?.name ?? null, row.campaign?.display_id ?? null, row.platform, row.is_test],
  JSON.stringify(row.data),
];

const placeOf = (row: EventRow) => ({ at: row.occurred_at, id: row.id });

const present = (row: EventRow) => ({ ...row, occurred_at: row.occurred_at.toISOString() });

async function filterOf(project: Project, query: EventFilter): Promise<Filter> {
  const { user, name } = query;
  const cells = dimensionFilterOf(query);
  const instances = await instancesFor(project, cells, query.install);
  const users = user
    ? [user]
    : name && instances === null
      ? await findFewUsers(project.id, name, fewUserRows)
      : null;
  const span = spanOf(project.timeZone, query);
  const { platform = null, counted = null } = query;
  return { ...span, cells, platform, counted, name: name || null, users, instances };
}
