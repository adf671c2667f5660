import { type UrlState, urlList, urlText } from "@/components/use-url-state";

const filters = {
  campaign: urlText(),
  type: urlText(),
  status: urlText(),
  payment: urlText(),
  user: urlText(),
  install: urlText(),
  from: urlText(),
  to: urlText(),
};

/** What of the screen stands in the address. */
export const codecs = { ...filters, before: urlText(), columns: urlList() };

export type Address = UrlState<typeof codecs>;
export type Filters = UrlState<typeof filters>;

const names = Object.keys(filters) as (keyof Filters)[];

export const noFilters = Object.fromEntries(names.map((name) => [name, ""])) as Filters;

export const isFiltered = (address: Filters) => names.some((name) => address[name] !== "");

/** The query of the list, of its totals, and of the file that holds what the list would show. */
export function filterQuery(address: Filters): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of names) if (address[name] !== "") query.set(name, address[name]);
  return query;
}

export function pageQuery(address: Address): URLSearchParams {
  const query = filterQuery(address);
  if (address.before) query.set("before", address.before);
  return query;
}
