"use client";

import { History, SearchX, ShieldCheck } from "lucide-react";
import { type ReactNode, useCallback, useContext, useState } from "react";
import { type Address, asking, within } from "@/app/(dashboard)/api";
import { CodeBlock } from "@/components/code-block";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { SearchBox } from "@/components/search-box";
import { type Column, tableCodecs } from "@/components/table-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Sheet, SheetBody, SheetContent } from "@/components/ui/sheet";
import { useLast } from "@/components/use-last";
import { urlText, useUrlState } from "@/components/use-url-state";
import { exactTime, TimeZone, When } from "@/components/when";
import type { AuditEntry } from "@/lib/accounts/audit/schema";
import { actionWords, areas } from "./audit-labels";
import { useGet } from "./data";
import { ExportCsv } from "./export-csv";
import { FilterSelect } from "./filter-select";

const codecs = { ...tableCodecs("", 50), search: urlText(), area: urlText() };
const noFilters = { search: "", area: "", page: 1 };

const areaChoices = Object.entries(areas).map(([value, label]) => ({ value, label }));

const columns: Column<AuditEntry>[] = [
  {
    id: "action",
    header: "What",
    fixed: true,
    cell: (entry) => <span className="whitespace-nowrap font-medium">{actionWords(entry.action)}</span>,
  },
  {
    id: "target",
    header: "On",
    fixed: true,
    cell: (entry) => <span className="block max-w-64 truncate">{entry.target || "–"}</span>,
  },
  {
    id: "actor",
    header: "Who",
    fixed: true,
    cell: (entry) => <span className="block max-w-56 truncate text-muted">{entry.actor}</span>,
  },
  { id: "at", header: "When", fixed: true, cell: (entry) => <When at={entry.at} className="text-muted" /> },
];

const projectColumn: Column<AuditEntry> = {
  id: "project",
  header: "Project",
  fixed: true,
  cell: (entry) => (entry.project_name ? <Badge tone="outline">{entry.project_name}</Badge> : null),
};

type AuditAddress = Address<"/accounts/:account/audit" | "/projects/:project/audit">;

type AuditLogProps = {
  /** Null while it is not known whose log it is. */
  path: AuditAddress | null;
  description: string;
  actions?: ReactNode;
  /** Why it cannot be read by this member. */
  lacking?: string | undefined;
  withProject?: boolean;
};

/** Every change, newest first; a row opens to what exactly was changed. */
export function AuditLog({ path, description, actions, lacking, withProject }: AuditLogProps) {
  const [state, setState] = useUrlState(codecs);
  const filter = { search: state.search || undefined, area: state.area || undefined };
  const search = useCallback((text: string) => setState({ search: text, page: 1 }), [setState]);
  return (
    <>
      <PageHeader
        title="Audit log"
        description={description}
        actions={
          <>
            {actions}
            {lacking || !path ? null : <ExportCsv file={asking(within(path, "/export.csv"), filter)} />}
          </>
        }
      />
      {lacking ? (
        <Card>
          <EmptyState icon={ShieldCheck} title="For admins">
            {lacking}.
          </EmptyState>
        </Card>
      ) : (
        <AuditTable
          path={path}
          filter={filter}
          withProject={withProject ?? false}
          toolbar={
            <>
              <SearchBox
                value={state.search}
                onValueChange={search}
                label="Who, or what it was done to"
                className="h-8 w-full sm:w-64"
              />
              <FilterSelect
                label="Area"
                value={state.area}
                choices={areaChoices}
                onValueChange={(area) => setState({ area, page: 1 })}
              />
            </>
          }
        />
      )}
    </>
  );
}

type AuditTableProps = {
  path: AuditAddress | null;
  filter: { search: string | undefined; area: string | undefined };
  withProject: boolean;
  toolbar: ReactNode;
};

function AuditTable({ path, filter, withProject, toolbar }: AuditTableProps) {
  const [state, setState] = useUrlState(codecs);
  const query = { ...filter, page: state.page, limit: Math.min(state.limit, 200) };
  const { data, error, refetch, isPlaceholderData } = useGet(path && asking(path, query), {
    keep: true,
  });
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const shown = useLast(open);
  const timeZone = useContext(TimeZone);
  return (
    <>
      <DataTable
        label="Changes"
        columns={withProject ? [...columns, projectColumn] : columns}
        rows={data?.entries}
        rowId={(entry) => String(entry.id)}
        onRowOpen={setOpen}
        state={state}
        onStateChange={setState}
        total={data?.pagination.total}
        busy={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        toolbar={toolbar}
        empty={
          query.search || query.area ? (
            <EmptyState
              icon={SearchX}
              title="No change matches"
              actions={<Button onClick={() => setState(noFilters)}>Clear filters</Button>}
            />
          ) : (
            <EmptyState icon={History} title="Nothing has been changed yet">
              Whoever changes a setting, a key, a member or a campaign is written down here.
            </EmptyState>
          )
        }
      />
      <Sheet open={open !== null} onOpenChange={(next) => !next && setOpen(null)}>
        <SheetContent title={shown ? actionWords(shown.action) : ""} description={shown?.target}>
          <SheetBody className="grid content-start gap-5">
            {shown ? (
              <>
                <dl className="grid grid-cols-[5rem_1fr] gap-y-2 text-sm">
                  <dt className="text-muted">Who</dt>
                  <dd>{shown.actor}</dd>
                  <dt className="text-muted">When</dt>
                  <dd className="num">{exactTime(new Date(shown.at), timeZone)}</dd>
                  {shown.project_name ? (
                    <>
                      <dt className="text-muted">Project</dt>
                      <dd>{shown.project_name}</dd>
                    </>
                  ) : null}
                  <dt className="text-muted">Action</dt>
                  <dd className="font-mono text-xs leading-5">{shown.action}</dd>
                </dl>
                <CodeBlock title="Details" code={JSON.stringify(shown.detail, null, 2)} />
              </>
            ) : null}
          </SheetBody>
        </SheetContent>
      </Sheet>
    </>
  );
}
