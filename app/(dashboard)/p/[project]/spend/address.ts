import type { Body } from "@/app/(dashboard)/api";
import { type AddressOf, type FiltersOf, walkAddress } from "@/app/(dashboard)/walk-address";
import { urlChoice } from "@/components/use-url-state";

const walk = walkAddress(
  ...(["campaign", "network", "import", "currency", "platform"] as const),
  ...(["ad_set", "creative", "keyword", "from", "to"] as const),
);

/** `by` is whether rows are shown, or what they are summed up by. */
export const codecs = { ...walk.codecs, by: urlChoice(["row", "day", "campaign", "source"], "row") };
export const { noFilters, isFiltered, filterQuery, pageQuery } = walk;
export type Filters = FiltersOf<typeof walk>;
export type Address = AddressOf<typeof walk>;

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
