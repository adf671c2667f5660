/**
 * Addresses that do not belong to one household. Only a keyed hash of an address is stored, so the lists are checked
 * when a click or an install arrives.
 */

import { Refusal } from "@/lib/base/refusal";
import { StaleCache } from "@/lib/platform/stale-cache";
import { findIpListSizes, findIpLists, removeIpList, storeIpList } from "@/lib/traffic/ip-lists/queries";
import { type AddressRanges, ipListOf, readAddressRanges, sortedRanges } from "@/lib/traffic/ip-lists/ranges";

const lists = new StaleCache<AddressRanges>({
  load: async () => sortedRanges(await findIpLists()),
  maxKeys: 1,
  freshMs: 60_000,
  staleMs: Number.POSITIVE_INFINITY,
  timeoutMs: 100,
});

/** The list that contains an address; null also if no list can be loaded. `tick` is from a monotonic clock. */
export function addressListOf(address: string, tick: number): string | null | Promise<string | null> {
  const ranges = lists.get("", tick);
  if (!(ranges instanceof Promise)) return ranges && ipListOf(address, ranges);
  return ranges.then(
    (loaded) => loaded && ipListOf(address, loaded),
    () => null,
  );
}

export async function loadIpList(name: string, text: string, now: Date) {
  if (!/^[a-z0-9-]{1,40}$/.test(name))
    throw new Refusal(
      "invalid_request",
      "A list's name must have at most 40 lowercase letters, digits and hyphens.",
    );
  const { ranges, refused } = readAddressRanges(text);
  if (ranges.length === 0) throw new Refusal("file_unreadable", "The file contains no address ranges.");
  await storeIpList(name, ranges, now);
  return { name, ranges: ranges.length, refused: refused.length, first_refused: refused.slice(0, 5) };
}

export async function dropIpList(name: string): Promise<void> {
  if (!(await removeIpList(name))) throw new Refusal("not_found", "This list does not exist.");
}

export const listIpLists = () => findIpListSizes();
