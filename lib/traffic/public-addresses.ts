import type { ProjectId } from "@/lib/base/ids";
import { countAddresses } from "@/lib/traffic/public-addresses-queries";

export type Addresses = "none yet" | "known" | "unknown";

/**
 * Whether the latest clicks and installs came from addresses that say where somebody is. Behind a proxy that is not
 * trusted all of them seem to come from the proxy itself, and nothing can be matched by address.
 */
export async function publicAddresses(projectId: ProjectId): Promise<Addresses> {
  const { seen, known } = await countAddresses(projectId);
  return seen === 0 ? "none yet" : known > 0 ? "known" : "unknown";
}
