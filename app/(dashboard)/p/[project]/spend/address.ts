import { type AddressOf, type FiltersOf, walkAddress } from "@/app/(dashboard)/walk-address";
import { urlChoice } from "@/components/use-url-state";

const walk = walkAddress(
  ...(["campaign", "network", "import", "currency", "platform"] as const),
  ...(["ad_set", "creative", "keyword", "from", "to"] as const),
);

/** `by` is whether rows are shown, or what they are summed up by. */
export const codecs = { ...walk.codecs, by: urlChoice(["row", "day", "campaign", "source"], "row") };
export const { noFilters, isFiltered, filterQuery, pageQuery } = walk;
export type Filters = FiltersOf<typeof walk>;
export type Address = AddressOf<typeof walk>;

/** The same filter as the body of a deletion has it. */
export function filterBody(address: Filters): Record<string, string | number> {
  const numbers = new Set(["campaign", "import"]);
  return Object.fromEntries(
    [...filterQuery(address)].map(([name, text]) => [name, numbers.has(name) ? Number(text) : text]),
  );
}
