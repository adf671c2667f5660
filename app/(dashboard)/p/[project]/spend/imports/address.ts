import { type FiltersOf, walkAddress } from "@/app/(dashboard)/walk-address";

const walk = walkAddress("search", "kind");

export const { codecs, noFilters, isFiltered, filterQuery, pageQuery } = walk;
export type Filters = FiltersOf<typeof walk>;
