import { type AddressOf, type FiltersOf, listAddress } from "@/app/(dashboard)/list-address";

const list = listAddress(
  ...(["campaign", "platform", "counted", "user", "ad_set", "creative", "keyword", "from", "to"] as const),
);

export const { codecs, noFilters, isFiltered, filterQuery, pageQuery } = list;
export type Filters = FiltersOf<typeof list>;
export type Address = AddressOf<typeof list>;
