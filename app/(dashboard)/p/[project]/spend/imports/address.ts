import { type FiltersOf, walkAddress } from "../../../../walk-address";

const walk = walkAddress("search", "kind");

export const { codecs, noFilters, isFiltered, filterQuery, pageQuery } = walk;
export type Filters = FiltersOf<typeof walk>;
