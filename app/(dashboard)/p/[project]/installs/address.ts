import { type AddressOf, type FiltersOf, listAddress } from "@/app/(dashboard)/list-address";
import { urlText } from "@/components/use-url-state";

const list = listAddress(
  "search",
  "campaign",
  "network",
  "platform",
  "kind",
  "reason",
  "state",
  "suspicious",
  "country",
  "touch",
  "counted",
  "ad_set",
  "creative",
  "keyword",
  "from",
  "to",
);

/** `find` is what the box above the list is asked. */
export const codecs = { ...list.codecs, find: urlText() };
export const { noFilters, isFiltered, filterQuery, pageQuery } = list;
export type Filters = FiltersOf<typeof list>;
export type Address = AddressOf<typeof list>;
