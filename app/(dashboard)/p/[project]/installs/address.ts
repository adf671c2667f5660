import { type UrlState, urlList, urlText } from "@/components/use-url-state";

const filters = {
  search: urlText(),
  campaign: urlText(),
  network: urlText(),
  platform: urlText(),
  kind: urlText(),
  reason: urlText(),
  state: urlText(),
  suspicious: urlText(),
  country: urlText(),
  from: urlText(),
  to: urlText(),
};

/** What of the screen stands in the address. */
export const codecs = { ...filters, before: urlText(), columns: urlList(), find: urlText() };

export type Address = UrlState<typeof codecs>;
export type Filters = UrlState<typeof filters>;

export const noFilters = Object.fromEntries(Object.keys(filters).map((name) => [name, ""])) as Filters;

const names = Object.keys(filters) as (keyof Filters)[];
export const isFiltered = (address: Filters) => names.some((name) => address[name] !== "");

/** The query of the list, and of the file that holds what the list would show. */
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
