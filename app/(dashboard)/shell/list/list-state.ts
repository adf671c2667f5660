"use client";

import { useCallback } from "react";
import { type ApiAddress, type PathOf, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { useSession } from "@/app/(dashboard)/shell/session";
import { numberText } from "@/components/format";
import { useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import {
  type CellContext,
  defaultLimit,
  type FilterValues,
  type ListPath,
  type ListScreen,
  type ListState,
  listFilterQuery,
} from "./list-screen";

/** The names of a query come from the screen, whose type is checked against the path. */
export const addressWithQuery = <P extends PathOf<"GET">>(address: ApiAddress<P>, query: object) =>
  withQuery<P, object>(address, query as never);
/** The paths next to the rows: their totals and their export. */
export const relatedListAddress = (address: string, rest: "/totals" | "/export.csv") =>
  `${address}${rest}` as ApiAddress<PathOf<"GET">>;

/** The project's data for cells. */
export function useCellContext(): CellContext {
  const { project } = useSession();
  const currency = project?.currency ?? "USD";
  return {
    base: `/p/${project?.id}`,
    currency,
    money: (minor) => figureFormat(currency).full("money", minor),
  };
}

/** A list in the state of the URL. */
export function useList<P extends ListPath>(screen: ListScreen<P>) {
  const [state, setState] = useUrlState(screen.codecs) as unknown as [
    ListState<P>,
    (patch: Partial<ListState<P>>, options?: { push?: boolean }) => void,
  ];
  const filter = useCallback(
    (patch: Partial<FilterValues<P>>) => setState({ ...patch, before: "", page: 1 } as Partial<ListState<P>>),
    [setState],
  );
  const clear = useCallback(
    () => filter(Object.fromEntries(screen.names.map((name) => [name, ""])) as FilterValues<P>),
    [screen, filter],
  );
  return { state, setState, filter, clear, query: listFilterQuery(screen, state) };
}

/** The response for the state in the URL, requested once for all components. */
export function useListResponse<P extends ListPath>(
  screen: ListScreen<P>,
  address: ApiAddress<P> | null,
  options: { refetchInterval?: number } = {},
) {
  const { state, query } = useList(screen);
  const { before, page, limit } = state;
  const pageQuery = { before: before || undefined, page: page > 1 ? page : undefined };
  const paging = { ...pageQuery, limit: limit === defaultLimit ? undefined : limit };
  return useGet(address && addressWithQuery(address, { ...query, ...paging }), {
    keepPrevious: true,
    ...options,
  });
}

type Total = { count: number; more?: boolean };

/** The data about all matching rows in a response, next to the rows themselves. */
export type ListPageState = {
  next?: string | null;
  pagination?: { total: number };
  /** For spend, whose sums are part of each response. */
  totals?: { rows: number };
};
export const totalOfList = (answer: ListPageState | undefined) =>
  answer?.pagination?.total ?? answer?.totals?.rows;

/** The number of matches, from a separate request or from any page. */
function useTotal<P extends ListPath>(address: ApiAddress<P> | null, query: object, isApart: boolean) {
  const path = isApart ? address && relatedListAddress(address, "/totals") : address;
  const { data } = useGet(
    path && addressWithQuery(path as ApiAddress<P>, isApart ? query : { ...query, limit: 1 }),
    {
      keepPrevious: true,
    },
  );
  if (isApart) return data as Total | undefined;
  const count = totalOfList(data as ListPageState | undefined);
  return count === undefined ? undefined : { count };
}

/** The number of matches among all rows: "12 of 731 clicks". */
export function useMatchCount<P extends ListPath>(
  screen: ListScreen<P>,
  address: ApiAddress<P> | null,
  query: object,
  counted: number | undefined,
): string | undefined {
  const around = useCellContext();
  const isApart = screen.totals !== undefined;
  const isFiltered = Object.keys(query).length > 0;
  const totals = useTotal(isApart ? address : null, query, true);
  const isCounted = isApart || counted !== undefined;
  const all = useTotal(isFiltered && isCounted ? address : null, {}, isApart);
  const found: Total | undefined = isApart ? totals : counted === undefined ? undefined : { count: counted };
  if (!found) return undefined;
  const written = ({ count, more }: Total) => `${numberText(count)}${more ? "+" : ""}`;
  const of = isFiltered && all ? ` ${t("of {all}", { all: written(all) })}` : "";
  const noun = (of && all ? all : found).count === 1 ? screen.one : screen.many;
  const also = typeof screen.totals === "function" && totals ? screen.totals(totals as never, around) : "";
  return `${written(found)}${of} ${noun}${also && `, ${also}`}${also && found.more ? t(" among the newest") : ""}`;
}
