"use client";

import { History } from "lucide-react";
import { useState } from "react";
import { CodeBlock } from "@/components/code-block";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { type Column, tableCodecs } from "@/components/table-state";
import { Badge } from "@/components/ui/badge";
import { Sheet, SheetBody, SheetContent } from "@/components/ui/sheet";
import { useUrlState } from "@/components/use-url-state";
import { exactTime, When } from "@/components/when";
import type { AuditEntry, AuditPage } from "./contract";
import { useGet } from "./data";

const codecs = tableCodecs("", 50);

const columns: Column<AuditEntry>[] = [
  {
    id: "action",
    header: "What",
    fixed: true,
    cell: (entry) => <span className="whitespace-nowrap font-mono text-xs">{entry.action}</span>,
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

/** Every change, newest first; a row opens to what exactly was changed. */
export function AuditTable({ path, withProject }: { path: string | null; withProject?: boolean }) {
  const [state, setState] = useUrlState(codecs);
  const { data, error, refetch, isPlaceholderData } = useGet<AuditPage>(
    path && `${path}?page=${state.page}&limit=${Math.min(state.limit, 200)}`,
    { keep: true },
  );
  const [open, setOpen] = useState<AuditEntry | null>(null);
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
        empty={
          <EmptyState icon={History} title="Nothing has been changed yet">
            Whoever changes a setting, a key, a member or a campaign is written down here.
          </EmptyState>
        }
      />
      <Sheet open={open !== null} onOpenChange={(next) => !next && setOpen(null)}>
        <SheetContent title={open?.action} description={open?.target}>
          <SheetBody className="grid content-start gap-5">
            {open ? (
              <>
                <dl className="grid grid-cols-[5rem_1fr] gap-y-2 text-sm">
                  <dt className="text-muted">Who</dt>
                  <dd>{open.actor}</dd>
                  <dt className="text-muted">When</dt>
                  <dd className="num">{exactTime(new Date(open.at))}</dd>
                  {open.project_name ? (
                    <>
                      <dt className="text-muted">Project</dt>
                      <dd>{open.project_name}</dd>
                    </>
                  ) : null}
                </dl>
                <CodeBlock title="Details" code={JSON.stringify(open.detail, null, 2)} />
              </>
            ) : null}
          </SheetBody>
        </SheetContent>
      </Sheet>
    </>
  );
}
