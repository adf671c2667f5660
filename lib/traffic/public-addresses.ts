import type { ProjectId } from "@/lib/base/ids";
import { countAddresses } from "@/lib/traffic/queries";

export type AddressVisibility = "none yet" | "known" | "unknown";

/**
 * Checks if the latest clicks and installs have addresses that identify visitors. Behind an untrusted proxy all of them
 * have the proxy's address, and matching by address is impossible.
 */
export async function publicAddresses(projectId: ProjectId): Promise<AddressVisibility> {
  const { seen, known } = await countAddresses(projectId);
  return seen === 0 ? "none yet" : known > 0 ? "known" : "unknown";
}
