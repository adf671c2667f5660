import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { addDays } from "@/lib/base/days";
import { isUuid } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { correctionsFor } from "@/lib/outbound/deliveries/correction";
import { compareCounts } from "@/lib/outbound/deliveries/network-count";
import {
  countDeliveries,
  type DeliveryDetailRow,
  findDeliveries,
  findDelivery,
  replayDeliveriesSql,
} from "@/lib/outbound/deliveries/queries";
import { deliveryReasonText } from "@/lib/outbound/deliveries/reason-text";
import {
  findAnswerErrors,
  findCountLimit,
  findDeliveryReport,
  findWithdrawn,
} from "@/lib/outbound/deliveries/report-queries";
import { reportDaysOf } from "@/lib/outbound/deliveries/report-rules";
import { deliverySchema, type ReplayInput, type ShownDelivery } from "@/lib/outbound/deliveries/schema";
import { findDestination } from "@/lib/outbound/destinations/queries";
import { outboundFactOf } from "@/lib/outbound/hydrate/fact-of";
import { loadFacts } from "@/lib/outbound/hydrate/hydrate";
import { theseRows } from "@/lib/outbound/hydrate/queries";
import { destinationKindOf } from "@/lib/outbound/kinds/kinds";
import { advertisingIdOfFact, type Fact } from "@/lib/outbound/mapping/fact";
import type { RenderedPayload } from "@/lib/outbound/mapping/kind";
import { timeRangeOf } from "@/lib/platform/keyset";
import { list } from "@/lib/platform/lists/list";
import { shownRow } from "@/lib/platform/lists/schema";

const reportMs = 30 * 86_400_000;

export const deliveriesList = list(deliverySchema, {
  toFilter: async (project: Project, query) => ({ ...query, ...timeRangeOf(project.timeZone, query) }),
  find: findDeliveries,
  count: countDeliveries,
});

const unknown = () => new Refusal("not_found", "Not found.");

/**
 * `mayName`: the caller may see the payload, the response and the values of hashes, all of which can identify the user.
 */
export async function showDelivery(project: Project, id: string, mayName: boolean) {
  const row = isUuid(id) ? await findDelivery(project.id, id) : null;
  if (!row) throw unknown();
  return { delivery: await present(project, row, mayName) };
}

async function present(project: Project, row: DeliveryDetailRow, mayName: boolean): Promise<ShownDelivery> {
  const [loaded] =
    mayName && row.hashed?.length ? await loadFacts(project.id, theseRows(project.id, [row.id]), []) : [];
  const fact = loaded && outboundFactOf(loaded, project);
  const kind = destinationKindOf(row.kind);
  return {
    ...shownRow(deliverySchema.row, row),
    text: deliveryReasonText(row.state, row.reason),
    answered: row.answered && {
      ...row.answered,
      answered_at: isoOrNull(row.answered.answered_at),
      next_at: isoOrNull(row.answered.next_at),
    },
    payload: mayName ? (row.payload ?? null) : null,
    withheld: !mayName && row.payload != null,
    hashed: (row.hashed ?? []).map((each) => ({ ...each, plain: fact ? plainOf(fact, each.of) : null })),
    attempts: mayName ? row.attempts : row.attempts.map((each) => ({ ...each, answer: null })),
    correction: row.moved_to === null || !kind ? null : correctionsFor(kind, row),
    corrections: row.corrections.map((each) => ({
      ...each,
      created_at: new Date(each.created_at).toISOString(),
    })),
  };
}

/** Times inside of JSON have the database's format. */
const isoOrNull = (at: string | null) => at && new Date(at).toISOString();

function plainOf(fact: Fact, of: RenderedPayload["hashed"][number]["of"]): string | null {
  if (of === "advertising_id") return advertisingIdOfFact(fact)?.id ?? null;
  if (of === "user_id") return fact.user?.id ?? null;
  return fact.user?.[of] ?? null;
}

/** Replays the deliveries of a time range or of the project's days. */
export function replayDeliveries(
  project: Project,
  { from = null, to = null, start, end, ...input }: ReplayInput,
  by: Actor,
  now: Date,
) {
  const days = timeRangeOf(project.timeZone, { from, to });
  const range = { start: start ? new Date(start) : days.start, end: end ? new Date(end) : days.end };
  return replayDeliveriesSql(project, { ...input, ...range }, by, now);
}

export async function reportDeliveries(project: Project, destination: number, now: Date) {
  const row = await findDestination(project.id, destination);
  const kind = row && destinationKindOf(row.kind);
  if (!kind) throw unknown();
  const whole = new Date(now.getTime() - reportMs);
  const bound = await findCountLimit(project.id, destination, whole);
  const dayOf = (at: Date) => dayIn(project.timeZone, at);
  // Partly counted days are not shown, except for today.
  const from = bound && (dayOf(bound) < dayOf(now) ? addDays(dayOf(bound), 1) : dayOf(now));
  const since = from === null ? whole : timeRangeOf(project.timeZone, { from, to: from }).start!;
  const [counts, reversals, errors, count] = await Promise.all([
    findDeliveryReport(project.id, destination, project.timeZone, since),
    findWithdrawn(project.id, destination, project.timeZone, since),
    findAnswerErrors(project.id, destination, since),
    compareCounts(project, { id: destination, kind, settings: row.settings }, from, now),
  ]);
  return { from, days: reportDaysOf(counts, reversals), errors, count };
}
