"use client";

import { FileDown, Files as FilesIcon, PlugZap, RotateCcw } from "lucide-react";
import { useParams } from "next/navigation";
import { useState } from "react";
import { ExportForm } from "@/app/(dashboard)/developers/files/export-form";
import { bytesText, contentText, durationText, exportState } from "@/app/(dashboard)/developers/files/labels";
import { RunFiles } from "@/app/(dashboard)/developers/files/run-files";
import { useExportActions } from "@/app/(dashboard)/developers/files/use-export-actions";
import { child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { countColumn, runColumns } from "@/app/(dashboard)/shell/runs/columns";
import { RunsPage } from "@/app/(dashboard)/shell/runs/runs-page";
import { PageHeader } from "@/components/page-header";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { GatedButton } from "@/components/ui/gated";
import { RowMenu } from "@/components/ui/row-menu";
import { t } from "@/lib/base/languages/texts";
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
        <PageHeader title={t("Scheduled files")} description=" " />
        <NotLoaded error={error} retry={refetch} className="h-120" />
      </>
    );
  const { export: shown, runs } = data;
  return (
    <RunsPage
      shown={shown}
      description={`${contentText(shown)}.`}
      icon={FileDown}
      state={exportState(shown)}
      reason={reason}
      actions={
        <GatedButton reason={reason} onClick={() => void actions.test(shown)}>
          <PlugZap />
          {t("Test storage")}
        </GatedButton>
      }
      onChange={() => setEditing(true)}
      onRun={() => void actions.run(shown)}
      columns={columns(
        setOpened,
        reason || shown.running || shown.layout !== "cairn" ? null : (run) => void actions.again(shown, run),
      )}
      runs={runs}
    >
      <RunFiles path={actions.path} id={shown.id} run={opened} onClose={() => setOpened(null)} />
      {editing ? (
        <ExportForm
          path={actions.path}
          shown={shown}
          folder={shown.storage === "folder"}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </RunsPage>
  );
}

const columns = (open: (run: Run) => void, again: ((run: Run) => void) | null): Column<Run>[] => [
  ...runColumns<Run>(({ erased }) => (erased > 0 ? t("Removes people who were erased") : null)),
  countColumn("rows", t("Rows")),
  countColumn("files", t("Files"), true),
  {
    id: "bytes",
    header: t("Size"),
    align: "end",
    wide: true,
    cell: ({ bytes }) => <span className="num">{bytesText(bytes)}</span>,
  },
  {
    id: "duration",
    header: t("Duration"),
    align: "end",
    wide: true,
    cell: (run) => <span className="num">{durationText(run)}</span>,
  },
  actionsColumn((run) => (
    <RowMenu
      of={t("run {id}", { id: run.id })}
      groups={[
        [
          { label: t("Show files"), icon: FilesIcon, onSelect: () => open(run) },
          {
            label: t("Run again"),
            icon: RotateCcw,
            onSelect: () => again?.(run),
            disabled: again === null,
          },
        ],
      ]}
    />
  )),
];
