import { asking, within } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import type { Changes, ChangesData } from "@/lib/reporting/changes-schema";
import { changesQuery, type ReportPartProps } from "./table-address";

/** How the rows of the report have changed; undefined where nothing is compared. */
export type RowChanges = {
  of: (keys: readonly string[]) => Changes;
  total: Changes;
  compared: ChangesData["compared"] | undefined;
};

export function useChanges({
  path,
  address,
  window,
}: Pick<ReportPartProps, "path" | "address" | "window">): RowChanges | undefined {
  const query = changesQuery(address, window);
  const { data, isPlaceholderData } = useGet(query && asking(within(path, "/changes"), query), {
    staleTime: 60_000,
  });
  if (!query) return undefined;
  const known = isPlaceholderData ? undefined : data;
  const byKeys = new Map(known?.rows.map(({ keys, changes }) => [keys.join("\0"), changes]));
  return {
    of: (keys) => byKeys.get(keys.join("\0")) ?? {},
    total: known?.total ?? {},
    compared: known?.compared,
  };
}
