import { type AddressOf, type FiltersOf, walkAddress } from "@/app/(dashboard)/walk-address";

const walk = walkAddress(
  ...(["campaign", "counted", "platform", "kind", "ad_set", "creative", "keyword", "from", "to"] as const),
);

export const { codecs, noFilters, isFiltered, filterQuery, pageQuery } = walk;
export type Filters = FiltersOf<typeof walk>;
export type Address = AddressOf<typeof walk>;
