import { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { newId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { findDestination } from "@/lib/outbound/destinations/queries";
import type { DeliveryVerdict, DestinationKind } from "@/lib/outbound/mapping/kind";
import { openDestination } from "@/lib/outbound/requests/decrypt";
import { post } from "@/lib/outbound/requests/post";
import { accessTokenOf } from "@/lib/outbound/requests/tokens";

export const testCallResult = z.object({
  /** False if a test would store data at the destination. */
  tried: z.boolean(),
  accepted: z.boolean(),
  status: z.number().int().nullable(),
  /** The destination's response, or Cairn's own text if there was no response. */
  text: z.string(),
});
export type TestCallResult = z.output<typeof testCallResult>;

const noTestCall = "This kind has no test call. Use a dry run to see what it would send.";

/** Sends a message that is marked as a test. Networks only validate it. */
export async function testDestination(project: Project, id: number, now: Date): Promise<TestCallResult> {
  const row = await findDestination(project.id, id);
  if (!row) throw new Refusal("not_found", "Not found.");
  const { kind, destination, problem } = openDestination(project, row);
  if (problem !== null) return { tried: false, accepted: false, status: null, text: problem };
  const make = kind.check ?? (kind.group === "webhook" ? kind.request : null);
  if (!make) return { tried: false, accepted: false, status: null, text: noTestCall };
  const token = await accessTokenOf(kind, destination, { post, now: () => now });
  if (typeof token !== "string") return outcome(token, null);
  const deliveryId = newId(now);
  const payload = testPayload(kind, project, now);
  const rows = [{ uid: `test:${deliveryId}`, deliveryId, payload, text: JSON.stringify(payload) }];
  const posted = await post(make(rows, { ...destination, token }, now), now);
  if ("failed" in posted) return outcome(posted.failed, null);
  const { answer } = posted;
  const read = kind.read(answer, 1);
  return outcome(Array.isArray(read) ? read[0]! : read, answer.status);
}

const testPayload = (kind: DestinationKind, project: Project, now: Date) =>
  kind.group === "webhook"
    ? {
        type: "webhook.test",
        timestamp: now.toISOString(),
        data: { project: project.name, text: `Cairn can reach this address. Project: ${project.name}.` },
      }
    : {};

const outcome = (verdict: DeliveryVerdict, status: number | null): TestCallResult => ({
  tried: true,
  accepted: verdict.is === "sent",
  status,
  text: verdict.is === "sent" ? "The test was accepted." : verdict.why,
});
