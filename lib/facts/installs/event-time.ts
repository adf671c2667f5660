import type { ProjectId } from "@/lib/base/ids";
import { eventAge, eventMoment, type ReportedTimes } from "@/lib/facts/app-calls/event-time";
import { type FactSender, findInstallTimes } from "@/lib/facts/installs/event-time-queries";
import { Batcher } from "@/lib/platform/batch";

const batch = new Batcher<FactSender, Date | null>({ name: "install-times", run: findInstallTimes });

type SentTimes = { timestamp?: Date | undefined; sent_at?: Date | undefined };
type From = { instance: string | null; user: string | null };

/** The time at which an event counts. Only a late event needs a lookup of its install's time. */
export async function countedMoment(
  projectId: ProjectId,
  { timestamp, sent_at }: SentTimes,
  { instance, user }: From,
  now: Date,
): Promise<{ at: Date } & ReportedTimes> {
  if (!timestamp) return { at: now, device_at: null, arrived_at: null };
  const times = { device_at: timestamp, arrived_at: now };
  const age = eventAge({ timestamp, sentAt: sent_at ?? null }, now);
  if (age === 0) return { at: now, ...times };
  const installedAt = await batch.add({ project_id: projectId, instance, user_id: user });
  return { at: eventMoment(installedAt, age, now), ...times };
}
