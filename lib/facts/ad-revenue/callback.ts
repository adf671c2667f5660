import type { z } from "zod";
import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import type { adRevenueCallback } from "@/lib/facts/ad-revenue/callback-schema";
import { captureAdRevenue } from "@/lib/facts/ad-revenue/capture";
import { findInstallOfDevice } from "@/lib/facts/ad-revenue/device-queries";
import type { AdRevenueStorage } from "@/lib/facts/ad-revenue/queries";
import { serverAdRevenueBody } from "@/lib/facts/ad-revenue/schema";
import { Batcher } from "@/lib/platform/batch";

const devices = new Batcher<{ project_id: ProjectId; device_id: string }, string | null>({
  name: "devices-of-callbacks",
  run: findInstallOfDevice,
});

const micros = 1_000_000;

/** Stores what a mediation's callback reports. An ID of the user or install decides before one of the device. */
export async function captureCallback(
  project: { id: ProjectId; currency: string; settings: Record<string, unknown> },
  { amount, amount_micros, device_id, ...query }: z.output<typeof adRevenueCallback>,
  now: Date,
): Promise<AdRevenueStorage> {
  const body = serverAdRevenueBody.safeParse({
    currency: "USD",
    ...Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
    amount: amount ?? (amount_micros === undefined ? undefined : amount_micros / micros),
  });
  if (!body.success) throw new Refusal("invalid_request", body.error.issues[0]!.message);
  const { install_instance_id, user_id } = body.data;
  const known = install_instance_id ?? user_id;
  const instance =
    known === undefined && device_id !== undefined
      ? await devices.add({ project_id: project.id, device_id: device_id.toLowerCase() })
      : null;
  if (known === undefined && instance === null) return "unidentified";
  const fact = instance === null ? body.data : { ...body.data, install_instance_id: instance };
  return captureAdRevenue(project, fact, { source: "callback", userAgent: null, now });
}
