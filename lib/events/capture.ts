import type { z } from "zod";
import { Batcher } from "@/lib/batch";
import { type EventRow, storeEvents } from "@/lib/events/queries";
import type { captureEventBody } from "@/lib/events/schema";
import { newId, type ProjectId } from "@/lib/ids";
import { type Platform, platformOf } from "@/lib/installs/device";
import { mostMajorUnits, toMinorUnits } from "@/lib/money";
import { refuseErased } from "@/lib/privacy/erased";

export type Outcome = "stored" | "repeat" | "unidentified";

const batch = new Batcher<EventRow, Outcome>({ run: storeEvents });

type Context = { id: ProjectId; timeZone: string; currency: string };

/** Stores an event of an identified user and counts it. Answers after the commit. */
export async function captureEvent(
  project: Context,
  event: z.output<typeof captureEventBody>,
  told: { userAgent: string | null; now: Date },
): Promise<Outcome> {
  await refuseErased(project.id, { user: event.user_id, instance: event.install_instance_id });
  const data = event.event_data ?? {};
  const platform: Platform = platformOf(event.platform, {}, told.userAgent);
  return batch.add({
    project_id: project.id,
    id: newId(told.now),
    at: told.now,
    time_zone: project.timeZone,
    name: event.event_name,
    instance: event.install_instance_id ?? null,
    user_id: event.user_id ?? null,
    platform,
    amount: amountOf(data.amount, project.currency),
    data,
    key: event.event_id ?? null,
  });
}

/** Only a finite number is an amount; text that looks like one is not added up. */
function amountOf(amount: unknown, currency: string): number | null {
  if (typeof amount !== "number" || !Number.isFinite(amount) || Math.abs(amount) > mostMajorUnits)
    return null;
  return toMinorUnits(amount, currency);
}
