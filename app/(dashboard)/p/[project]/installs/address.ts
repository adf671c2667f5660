import { type AddressOf, type FiltersOf, walkAddress } from "@/app/(dashboard)/walk-address";
import { urlText } from "@/components/use-url-state";

const walk = walkAddress(
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
export const codecs = { ...walk.codecs, find: urlText() };
export const { noFilters, isFiltered, filterQuery, pageQuery } = walk;
export type Filters = FiltersOf<typeof walk>;
export type Address = AddressOf<typeof walk>;
