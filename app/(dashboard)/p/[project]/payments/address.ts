import { type AddressOf, type FiltersOf, listAddress } from "@/app/(dashboard)/list-address";

const list = listAddress(
  ...(["campaign", "platform", "counted", "revenue", "returned", "ad_set", "creative", "keyword"] as const),
  ...(["type", "status", "payment", "user", "install", "from", "to"] as const),
);

export const { codecs, noFilters, isFiltered, filterQuery, pageQuery } = list;
export type Filters = FiltersOf<typeof list>;
export type Address = AddressOf<typeof list>;
