import { type AddressOf, type FiltersOf, listAddress } from "@/app/(dashboard)/list-address";

const list = listAddress(
  ...(["campaign", "counted", "platform", "kind", "ad_set", "creative", "keyword", "from", "to"] as const),
);

export const { codecs, noFilters, isFiltered, filterQuery, pageQuery } = list;
export type Filters = FiltersOf<typeof list>;
export type Address = AddressOf<typeof list>;
