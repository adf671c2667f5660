import { type AddressOf, type FiltersOf, walkAddress } from "../../../walk-address";

const walk = walkAddress("campaign", "type", "status", "payment", "user", "install", "from", "to");

export const { codecs, noFilters, isFiltered, filterQuery, pageQuery } = walk;
export type Filters = FiltersOf<typeof walk>;
export type Address = AddressOf<typeof walk>;
