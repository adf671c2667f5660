import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { findArrivals } from "@/lib/activity/live/arrival-queries";
import type { callArrivals } from "@/lib/activity/live/schema";
import { findRejections } from "@/lib/facts/rejections/queries";
import { publicAddresses } from "@/lib/traffic/public-addresses";

/** The latest calls of an app that is being integrated, and the last error. */
export async function callArrivalsOf(
  project: Project,
  withRejections: boolean,
): Promise<z.output<typeof callArrivals>> {
  const [last, addresses, rejections] = await Promise.all([
    findArrivals(project.id),
    publicAddresses(project.id),
    withRejections ? findRejections(project.id, { endpoint: null, search: null }, null, 1) : [],
  ]);
  const [refused] = rejections;
  return {
    init: last.init?.toISOString() ?? null,
    trigger: last.trigger?.toISOString() ?? null,
    event: last.event?.toISOString() ?? null,
    payment: last.payment?.toISOString() ?? null,
    no_public_address: addresses === "unknown",
    refused: refused
      ? { at: refused.at.toISOString(), endpoint: refused.endpoint, reason: refused.reason }
      : null,
  };
}
