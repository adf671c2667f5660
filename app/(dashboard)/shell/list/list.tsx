"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useDeferredValue, useRef, useState } from "react";
import { type ApiAddress, type ApiRequest, at, type ExportPath } from "@/app/(dashboard)/shell/api";
import { useProject } from "@/app/(dashboard)/shell/session";
import { PageHeader } from "@/components/page-header";
import { DataTable } from "@/components/table/data-table";
import { ExportCsv } from "./export-csv";
import { FilterBar } from "./filter-bar";
import { KeysetBar } from "./keyset-bar";
import type { FilterTexts } from "./list-filters";
import { EmptyList, listColumns, OpenListRow } from "./list-rows";
import type { FilterValues, ListedRow, ListPath, ListScreen, ListState } from "./list-screen";
import {
  addressWithQuery,
  type ListPageState,
  relatedListAddress,
  totalOfList,
  useCellContext,
  useList,
  useListResponse,
  useMatchCount,
} from "./list-state";

type FiltersProps<P extends ListPath> = { screen: ListScreen<P>; shown?: string | undefined };

/** The filters of a list, above its rows or other content. */
export function ListFilters<P extends ListPath>({ screen, shown }: FiltersProps<P>) {
  const { state, filter, clear } = useList(screen);
  const values = Object.fromEntries(screen.names.map((name) => [name, state[name]])) as FilterTexts;
  const change = useCallback((patch: FilterTexts) => filter(patch as Partial<FilterValues<P>>), [filter]);
  return (
    <FilterBar
      filters={screen.filters as never}
      values={values}
      onChange={change}
      onClear={clear}
      shown={shown}
    />
  );
}

type ListProps<P extends ListPath> = {
  screen: ListScreen<P>;
  /** Null until the list's project or account is known. */
  address: ApiAddress<P> | null;
  /** Shown next to the filters. */
  tools?: ReactNode;
  refetchInterval?: number;
};

/** The matching rows, below the filters and the number of matches. */
export function List<P extends ListPath>({ screen, address, tools, ...options }: ListProps<P>) {
  const { opens, many } = screen;
  const { state, setState, filter, clear, query } = useList(screen);
  const { before, page, limit } = state;
  const router = useRouter();
  const around = useCellContext();
  const top = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ListedRow<P> | null>(null);
  const answer = useListResponse(screen, address, options);
  // Rendering many rows is deferred, so that the page remains responsive. The content below the rows appears together
  // with them.
  const data = useDeferredValue(answer.data as ListPageState | undefined);
  const rows = data && ((data as Record<PropertyKey, unknown>)[screen.rows] as readonly ListedRow<P>[]);
  const whole = rows && !before && data.next === null ? rows.length : undefined;
  const shown = useMatchCount(screen, address, query, totalOfList(data) ?? whole);
  const turn = (patch: Partial<ListState<P>>) => {
    setState(patch, { push: true });
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView();
  };
  const hrefOf = (row: ListedRow<P>) => (typeof opens === "function" ? opens(row, around) : null);
  const idOf = screen.idOf ?? ((row) => String((row as { id: unknown }).id));
  return (
    <div ref={top} className="grid scroll-mt-17 grid-cols-1 gap-3">
      <DataTable
        label={many.charAt(0).toUpperCase() + many.slice(1)}
        summary={shown ?? ""}
        columns={listColumns(screen, state, around, hrefOf, setOpen)}
        rows={rows}
        rowId={idOf}
        {...(opens && {
          onRowOpen(row: ListedRow<P>) {
            const href = hrefOf(row);
            if (href !== null) router.push(href);
            else if (typeof opens !== "function") setOpen(row);
          },
        })}
        state={{ sort: "", page, limit, columns: state.columns }}
        onStateChange={({ sort: _, ...patch }) =>
          (patch.page ? turn : setState)(patch as Partial<ListState<P>>)
        }
        total={data?.pagination?.total}
        busy={answer.isPlaceholderData}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        toolbar={
          <>
            <ListFilters screen={screen} shown={shown} />
            {tools}
          </>
        }
        empty={
          <EmptyList
            screen={screen}
            isFiltered={Object.keys(query).length > 0}
            isBehind={page > 1 || before !== ""}
            onFirst={() => setState({ page: 1, before: "" } as Partial<ListState<P>>)}
            onClear={clear}
          />
        }
      />
      {data && "next" in data ? (
        <KeysetBar
          count={rows?.length ?? 0}
          noun={many}
          isFirst={before === ""}
          next={data.next ?? null}
          onNewest={() => turn({ before: "" } as Partial<ListState<P>>)}
          onOlder={(next) => turn({ before: next } as Partial<ListState<P>>)}
        />
      ) : null}
      {typeof opens === "object" ? (
        <OpenListRow
          opens={opens}
          at={screen.at}
          row={open}
          around={around}
          onClose={() => setOpen(null)}
          onFilter={filter}
        />
      ) : null}
    </div>
  );
}

/** Exports the matching rows. */
export function ListExport<P extends ListPath>({
  screen,
  address,
}: {
  screen: ListScreen<P>;
  address: ApiAddress<P>;
}) {
  const { query } = useList(screen);
  return (
    <ExportCsv
      file={addressWithQuery(relatedListAddress(address, "/export.csv"), query) as ApiRequest<ExportPath>}
    />
  );
}

/** A list of a project, as a page. */
export function ListPage<P extends ListPath>({
  screen,
  above,
}: {
  screen: ListScreen<P>;
  above?: ReactNode;
}) {
  const project = useProject().id;
  const address = (at as (path: P, parameters: object) => ApiAddress<P>)(screen.path, { project });
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={screen.title}
        description={screen.description}
        actions={<ListExport screen={screen} address={address} />}
      />
      {above}
      <List screen={screen} address={address} />
    </div>
  );
}
