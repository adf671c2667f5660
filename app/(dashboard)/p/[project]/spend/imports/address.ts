import { type FiltersOf, listAddress } from "@/app/(dashboard)/list-address";

const list = listAddress("search", "kind");

export const { codecs, noFilters, isFiltered, filterQuery, pageQuery } = list;
export type Filters = FiltersOf<typeof list>;
