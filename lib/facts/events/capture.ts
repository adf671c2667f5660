import type { z } from "zod";
import { refuseErased } from "@/lib/accounts/erased/erased";
import { newId, type ProjectId } from "@/lib/base/ids";
import { maxMajorUnits, toMinorUnits } from "@/lib/base/money";
import { type Platform, platformOfData } from "@/lib/facts/app-calls/device";
import { countedName } from "@/lib/facts/events/names";
import type { EventStorage } from "@/lib/facts/events/queries";
import { type EventRow, storeEvents } from "@/lib/facts/events/queries";
import type { serverEventBody } from "@/lib/facts/events/schema";
import { countedMoment } from "@/lib/facts/installs/event-time";
import { trackLedgerGrowth } from "@/lib/ledger/growth";
import { Batcher } from "@/lib/platform/batch";

/** "other": stored and counted, but not under its own name. */
export type Captured = EventStorage | "other";

const batch = new Batcher<EventRow, EventStorage>({
  name: "events",
  run: trackLedgerGrowth(storeEvents),
  extraRows: 16,
});

type Context = { id: ProjectId; currency: string };

/** Stores an event of an identified user and counts it. Returns after the commit. Apps and servers share this code. */
export async function captureEvent(
  project: Context,
  event: z.output<typeof serverEventBody> & { token?: unknown },
  context: { userAgent: string | null; now: Date },
): Promise<Captured> {
  await refuseErased(project.id, { user: event.user_id, instance: event.install_instance_id });
  const data = event.event_data ?? {};
  const platform: Platform = platformOfData(event.platform, {}, context.userAgent);
  const from = { instance: event.install_instance_id ?? null, user: event.user_id ?? null };
  const known = countedName(project.id, event.event_name, from, context.now);
  const name = typeof known === "string" ? known : await known;
  const isOther = name !== event.event_name;
  const when = await countedMoment(project.id, event, from, context.now);
  const amount = isAmount(data.amount) ? toMinorUnits(data.amount, project.currency) : null;
  const outcome = await batch.add({
    project_id: project.id,
    id: newId(when.at),
    ...when,
    name,
    sent_name: isOther ? event.event_name : null,
    instance: from.instance,
    user_id: from.user,
    platform,
    amount,
    currency: amount === null ? null : project.currency,
    data,
    key: event.event_id ?? null,
  });
  return isOther && outcome === "stored" ? "other" : outcome;
}

/** Only a finite number is an amount; text with digits is not added up. */
const isAmount = (amount: unknown): amount is number =>
  typeof amount === "number" && Number.isFinite(amount) && Math.abs(amount) <= maxMajorUnits;

/** Whether an event's amount is invalid, so that the event counts without it. */
export const hasInvalidAmount = ({ amount }: Record<string, unknown> = {}): boolean =>
  amount !== undefined && amount !== null && amount !== "" && !isAmount(amount);
