"use client";

import { FileDown, Files as FilesIcon, Pencil, Play, PlugZap, RotateCcw } from "lucide-react";
import { useParams } from "next/navigation";
import { useState } from "react";
import { ExportForm } from "@/app/(dashboard)/developers/files/export-form";
import {
  bytesText,
  durationText,
  exportState,
  formatLabels,
  rhythmText,
  runStates,
} from "@/app/(dashboard)/developers/files/labels";
import { RunFiles } from "@/app/(dashboard)/developers/files/run-files";
import { useExportActions } from "@/app/(dashboard)/developers/files/use-export-actions";
import { child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { EmptyState } from "@/components/empty-state";
import { numberText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Badge } from "@/components/ui/badge";
import { GatedButton } from "@/components/ui/gated";
import { RowMenu } from "@/components/ui/row-menu";
import { When } from "@/components/ui/when";
import type { FileRunList } from "@/lib/data-access/files/schema";

type Run = FileRunList["runs"][number];

export default function FileRuns() {
  const { export: id } = useParams<{ export: string }>();
  const actions = useExportActions();
  const { data, error, refetch } = useGet(child(actions.path, "/:id", { id }), { refetchInterval: 5_000 });
  const reason = useMissingRoleText("files.write");
  const [editing, setEditing] = useState(false);
  const [opened, setOpened] = useState<Run | null>(null);
  if (!data)
    return (
      <>
        <PageHeader title="Scheduled files" description=" " />
        <NotLoaded error={error} retry={refetch} className="h-120" />
      </>
    );
  const { export: shown, runs } = data;
  const state = exportState(shown);
  return (
    <>
      <Breadcrumb label={shown.title} />
      <PageHeader
        title={shown.title}
        description={`${formatLabels[shown.format]}, ${rhythmText(shown)}: ${shown.datasets.join(", ")}.`}
        badge={
          <Badge tone={state.tone} dot>
            {state.label}
          </Badge>
        }
        actions={
          <>
            <GatedButton reason={reason} onClick={() => void actions.test(shown)}>
              <PlugZap />
              Test storage
            </GatedButton>
            <GatedButton reason={reason} onClick={() => setEditing(true)}>
              <Pencil />
              Change
            </GatedButton>
            <GatedButton
              reason={reason ?? (shown.running ? "A run is in progress" : undefined)}
              variant="primary"
              onClick={() => void actions.run(shown)}
            >
              <Play />
              Run now
            </GatedButton>
          </>
        }
      />
      <DataTable
        label="Runs"
        columns={columns(setOpened, reason || shown.running ? null : (run) => void actions.again(shown, run))}
        rows={runs}
        rowId={(run) => String(run.id)}
        empty={
          <EmptyState icon={FileDown} title="No runs yet">
            {shown.next_at ? (
              <>
                The first run begins <When at={shown.next_at} />.
              </>
            ) : (
              "The schedule is off."
            )}
          </EmptyState>
        }
      />
      <RunFiles path={actions.path} id={shown.id} run={opened} onClose={() => setOpened(null)} />
      {editing ? (
        <ExportForm
          path={actions.path}
          shown={shown}
          folder={shown.storage === "folder"}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
}

const columns = (open: (run: Run) => void, again: ((run: Run) => void) | null): Column<Run>[] => [
  { id: "started", header: "Started", cell: ({ started_at: at }) => <When at={at} /> },
  {
    id: "state",
    header: "State",
    cell: ({ state, problem, erased }) => (
      <span className="grid justify-items-start gap-0.5">
        <Badge tone={runStates[state].tone} dot>
          {runStates[state].label}
        </Badge>
        {problem || erased > 0 ? (
          <span className="max-w-80 whitespace-normal text-muted text-xs max-sm:max-w-32">
            {problem ?? "Removes people who were erased"}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    id: "rows",
    header: "Rows",
    align: "end",
    cell: ({ rows }) => <span className="num">{numberText(rows)}</span>,
  },
  {
    id: "files",
    header: "Files",
    align: "end",
    wide: true,
    cell: ({ files }) => <span className="num">{numberText(files)}</span>,
  },
  {
    id: "bytes",
    header: "Size",
    align: "end",
    wide: true,
    cell: ({ bytes }) => <span className="num">{bytesText(bytes)}</span>,
  },
  {
    id: "duration",
    header: "Duration",
    align: "end",
    wide: true,
    cell: (run) => <span className="num">{durationText(run)}</span>,
  },
  actionsColumn((run) => (
    <RowMenu
      of={`run ${run.id}`}
      groups={[
        [
          { label: "Show files", icon: FilesIcon, onSelect: () => open(run) },
          {
            label: "Run again",
            icon: RotateCcw,
            onSelect: () => again?.(run),
            disabled: again === null,
          },
        ],
      ]}
    />
  )),
];
