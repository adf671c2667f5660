import { urlList, urlText } from "@/components/use-url-state";

type Text = ReturnType<typeof urlText>;

/**
 * The address of a list that is filtered and walked through from the newest on: what of it stands in the address, and
 * the questions that are asked with it.
 */
export function listAddress<Name extends string>(...names: Name[]) {
  type Filters = Record<Name, string>;
  const filters = Object.fromEntries(names.map((name) => [name, urlText()])) as Record<Name, Text>;
  const codecs = { ...filters, before: urlText(), columns: urlList() };

  /** The query of the list, of its totals, and of the file that holds what the list would show. */
  function filterQuery(address: Filters): Partial<Filters> {
    return Object.fromEntries(
      names.filter((name) => address[name] !== "").map((name) => [name, address[name]]),
    ) as Partial<Filters>;
  }

  return {
    codecs,
    noFilters: Object.fromEntries(names.map((name) => [name, ""])) as Filters,
    isFiltered: (address: Filters) => names.some((name) => address[name] !== ""),
    filterQuery,
    pageQuery: (address: Filters & { before: string }) => ({
      ...filterQuery(address),
      ...(address.before ? { before: address.before } : {}),
    }),
  };
}

export type FiltersOf<Walk extends { noFilters: object }> = Walk["noFilters"];
export type AddressOf<Walk extends { noFilters: object }> = Walk["noFilters"] & {
  before: string;
  columns: readonly string[];
};
