import { addressKey } from "@/lib/platform/address-key";
import { blockEntryOf } from "@/lib/traffic/ip-lists/blocked-ranges";
import { countryOf } from "@/lib/traffic/ip-lists/country";
import { addressListOf } from "@/lib/traffic/ip-lists/lists";
import type { LinkHost } from "@/lib/traffic/links/sites";
import type { LinkRequest } from "@/lib/traffic/visits/request";
import type { ClickVisitor } from "@/lib/traffic/visits/visit";

/** The stored facts about a visit's origin. */
export type VisitOrigin = {
  addressKey: string | null;
  /** The list of anonymizing addresses that contains the address. */
  addressList: string | null;
  /** The entry of the project's block list that contains the address. */
  blockEntry: number | null;
  country: string | null;
};

/** Without a site, the block list is not checked. Returns a promise only if data must be loaded first. */
export function findVisitOrigin(
  site: Pick<LinkHost, "projectId" | "blocksAddresses"> | null,
  request: LinkRequest,
  visitor: ClickVisitor,
): VisitOrigin | Promise<VisitOrigin> {
  const key = addressKey(request.address);
  const list = addressListOf(request.address, request.tick);
  const country = visitor.country ?? countryOf(request.address, key);
  const block = site?.blocksAddresses ? blockEntryOf(site.projectId, request.address, request.tick) : null;
  return list instanceof Promise || country instanceof Promise || block instanceof Promise
    ? Promise.all([list, country, block]).then(([addressList, found, blockEntry]) => ({
        addressKey: key,
        addressList,
        blockEntry,
        country: found,
      }))
    : { addressKey: key, addressList: list, blockEntry: block, country };
}
