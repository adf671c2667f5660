import type { Body } from "@/app/(dashboard)/api";
import { type AddressOf, type FiltersOf, listAddress } from "@/app/(dashboard)/list-address";
import { urlChoice } from "@/components/use-url-state";

const list = listAddress(
  ...(["campaign", "network", "import", "currency", "platform"] as const),
  ...(["ad_set", "creative", "keyword", "from", "to"] as const),
);

/** `by` is whether rows are shown, or what they are summed up by. */
export const codecs = { ...list.codecs, by: urlChoice(["row", "day", "campaign", "source"], "row") };
export const { noFilters, isFiltered, filterQuery, pageQuery } = list;
export type Filters = FiltersOf<typeof list>;
export type Address = AddressOf<typeof list>;

type Removal = Body<"/projects/:project/spend/remove", "POST">;
export type RemovedPart = NonNullable<Removal["part"]>;
export type RemovalFilter = {
  [Name in Exclude<keyof Removal, "rows" | "part">]?: NonNullable<Removal[Name]> | undefined;
};

/** The same filter as the body of a deletion has it. */
export function filterBody(address: Filters): RemovalFilter {
  const { campaign, import: imported, platform, ...texts } = filterQuery(address);
  return {
    ...texts,
    ...(campaign === undefined ? {} : { campaign: Number(campaign) }),
    ...(imported === undefined ? {} : { import: Number(imported) }),
    // One that is none is the server's to refuse: nothing may be deleted for it.
    ...(platform === undefined ? {} : { platform: platform as RemovalFilter["platform"] }),
  };
}
