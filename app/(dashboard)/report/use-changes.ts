import { child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import {
  adChangesQuery,
  type ReportPartProps,
  reportChangesQuery,
} from "@/app/(dashboard)/shell/figures/table-address";
import type { Changes, ChangesData } from "@/lib/reporting/groups/changes-schema";

/** The changes of the report's rows; undefined without a comparison. */
export type ReportChanges = {
  of: (keys: readonly string[]) => Changes;
  total: Changes;
  compared: ChangesData["compared"] | undefined;
};

export function useChanges({
  path,
  address,
  window,
}: Pick<ReportPartProps, "path" | "address" | "window">): ReportChanges | undefined {
  const query = reportChangesQuery(address, window);
  const { data, isPlaceholderData } = useGet(query && withQuery(child(path, "/changes"), query), {
    staleTime: 60_000,
  });
  // A separate request, because expanding a row must not remove the changes of the others.
  const adsQuery = adChangesQuery(address, window);
  const ads = useGet(adsQuery && withQuery(child(path, "/changes"), adsQuery), {
    keepPrevious: true,
    staleTime: 60_000,
  });
  if (!query) return undefined;
  const known = isPlaceholderData ? undefined : data;
  const ofAds = isSame(ads.data?.compared, known?.compared) ? ads.data?.rows : undefined;
  const byKeys = new Map(
    [...(known?.rows ?? []), ...(ofAds ?? [])].map(({ keys, changes }) => [keys.join("\0"), changes]),
  );
  return {
    of: (keys) => byKeys.get(keys.join("\0")) ?? {},
    total: known?.total ?? {},
    compared: known?.compared,
  };
}

/** A response for other days may remain while the next one loads. */
const isSame = (one: ChangesData["compared"] | undefined, other: ChangesData["compared"] | undefined) =>
  one != null && other != null && JSON.stringify(one) === JSON.stringify(other);
