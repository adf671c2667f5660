import { type UrlState, urlChoice, urlList, urlText } from "@/components/use-url-state";

const filters = { kinds: urlList(), install: urlText(), user: urlText() };

export const liveCodecs = { ...filters, view: urlChoice(["all", "refused"] as const, "all") };

export type LiveFilterState = UrlState<typeof filters>;

export const noLiveFilters: LiveFilterState = { kinds: [], install: "", user: "" };

export const hasLiveFilters = ({ kinds, install, user }: LiveFilterState) =>
  kinds.length > 0 || install !== "" || user !== "";

export function liveQuery({ kinds, install, user }: LiveFilterState) {
  return { kinds: kinds.join(",") || undefined, install: install || undefined, user: user || undefined };
}
