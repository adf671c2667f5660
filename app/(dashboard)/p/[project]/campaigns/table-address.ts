import { tableCodecs } from "@/components/table-state";
import { type UrlState, urlChoice, urlText } from "@/components/use-url-state";

const statuses = ["all", "active", "inactive"] as const;
export type Status = (typeof statuses)[number];

/** What of the screen stands in the address. */
export const codecs = {
  ...tableCodecs("-created_at", 50),
  search: urlText(),
  status: urlChoice<Status>(statuses, "all"),
  network: urlText(),
  domain: urlText(),
  affiliate: urlText(),
  create: urlChoice(["no", "yes"], "no"),
};

export type Address = UrlState<typeof codecs>;
export type Filters = Pick<Address, "search" | "status" | "network" | "domain" | "affiliate">;

export const noFilters: Filters = { search: "", status: "all", network: "", domain: "", affiliate: "" };

export const isFiltered = ({ search, status, network, domain, affiliate }: Filters) =>
  search !== "" || status !== "all" || network !== "" || domain !== "" || affiliate !== "";

/** The query of the list, and of the file that holds what the list would show. */
export function filterQuery(address: Address): URLSearchParams {
  const { search, status, network, domain, affiliate, sort } = address;
  const query = new URLSearchParams();
  const filters = { search, status: status === "all" ? "" : status, network, domain, affiliate };
  for (const [name, value] of Object.entries(filters)) if (value !== "") query.set(name, value);
  query.set("sort", sort.replace(/^-/, ""));
  query.set("order", sort.startsWith("-") ? "descending" : "ascending");
  return query;
}

export function pageQuery(address: Address): URLSearchParams {
  const query = filterQuery(address);
  query.set("page", String(address.page));
  query.set("limit", String(address.limit));
  return query;
}
