"use client";

import { type LucideIcon, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import type { Column } from "@/components/table-state";
import { Button } from "@/components/ui/button";
import { KeysetBar } from "./keyset-bar";
import { useProject } from "./session";

type Place = { before: string; columns: readonly string[] };

type KeysetTableProps<Row> = {
  /** What stands in it: "event" and "events". */
  one: string;
  many: string;
  columns: Column<Row>[];
  rows: readonly Row[] | undefined;
  asked: {
    data: { next: string | null } | undefined;
    error: Error | null;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  place: Place;
  onPlaceChange: (patch: Partial<Place>, options?: { push?: boolean }) => void;
  onRowOpen: (row: Row) => void;
  toolbar: ReactNode;
  isFiltered: boolean;
  onClear: () => void;
  icon: LucideIcon;
  /** What brings the first row. */
  first: string;
  /** What to do for it; unless told, to integrate the app. */
  start?: ReactNode;
  /** An id is looked for: it is found whole or not at all. */
  byId?: boolean;
};

/** Rows that apps brought, walked through from the newest on. */
export function KeysetTable<Row extends { id: string }>(props: KeysetTableProps<Row>) {
  const { one, many, rows, asked, place, onPlaceChange } = props;
  const { id } = useProject();
  return (
    <>
      <DataTable
        label={many.charAt(0).toUpperCase() + many.slice(1)}
        columns={props.columns}
        rows={rows}
        rowId={(row) => row.id}
        onRowOpen={props.onRowOpen}
        state={{ sort: "", page: 1, limit: 50, columns: place.columns }}
        onStateChange={({ columns }) => columns && onPlaceChange({ columns })}
        busy={asked.isPlaceholderData}
        error={asked.error}
        onRetry={() => void asked.refetch()}
        toolbar={props.toolbar}
        empty={
          props.isFiltered ? (
            <EmptyState
              icon={SearchX}
              title={`No ${one} matches`}
              actions={<Button onClick={props.onClear}>Clear filters</Button>}
            >
              {props.byId ? "Ids are looked for whole. " : ""}There may be {many} that other filters leave.
            </EmptyState>
          ) : (
            <EmptyState
              icon={props.icon}
              title={`No ${one} yet`}
              actions={
                props.start ?? (
                  <Button asChild variant="primary">
                    <IntentLink href={`/p/${id}/integrate`}>Integrate the app</IntentLink>
                  </Button>
                )
              }
            >
              {props.first} It appears here at once.
            </EmptyState>
          )
        }
      />
      <KeysetBar
        count={rows?.length ?? 0}
        noun={many}
        isFirst={place.before === ""}
        next={asked.data?.next ?? null}
        onNewest={() => onPlaceChange({ before: "" }, { push: true })}
        onOlder={(before) => onPlaceChange({ before }, { push: true })}
      />
    </>
  );
}
