import { addressKey } from "@/lib/platform/address-key";
import { countryOf } from "@/lib/traffic/ip-lists/country";
import { addressListOf } from "@/lib/traffic/ip-lists/lists";
import type { LinkRequest } from "@/lib/traffic/visits/request";
import type { ClickVisitor } from "@/lib/traffic/visits/visit";

/** The stored facts about a visit's origin. */
export type VisitOrigin = {
  addressKey: string | null;
  /** The list of anonymizing addresses that contains the address. */
  addressList: string | null;
  country: string | null;
};

/** Returns a promise only if data must be loaded first. */
export function findVisitOrigin(
  request: LinkRequest,
  visitor: ClickVisitor,
): VisitOrigin | Promise<VisitOrigin> {
  const key = addressKey(request.address);
  const list = addressListOf(request.address, request.tick);
  const country = visitor.country ?? countryOf(request.address, key);
  return list instanceof Promise || country instanceof Promise
    ? Promise.all([list, country]).then(([addressList, found]) => ({
        addressKey: key,
        addressList,
        country: found,
      }))
    : { addressKey: key, addressList: list, country };
}
