import { type UrlState, urlChoice, urlList, urlText } from "@/components/use-url-state";

const filters = { kinds: urlList(), install: urlText(), user: urlText() };

export const codecs = { ...filters, view: urlChoice(["all", "refused"] as const, "all") };

export type Filters = UrlState<typeof filters>;

export const noFilters: Filters = { kinds: [], install: "", user: "" };

export const isFiltered = ({ kinds, install, user }: Filters) =>
  kinds.length > 0 || install !== "" || user !== "";

export function liveQuery({ kinds, install, user }: Filters) {
  return { kinds: kinds.join(",") || undefined, install: install || undefined, user: user || undefined };
}
