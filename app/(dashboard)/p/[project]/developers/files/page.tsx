"use client";

import { FileDown, Pencil, Play, PlugZap, Trash2 } from "lucide-react";
import { useState } from "react";
import { ExportForm } from "@/app/(dashboard)/developers/files/export-form";
import { contentText, exportState } from "@/app/(dashboard)/developers/files/labels";
import { useExportActions } from "@/app/(dashboard)/developers/files/use-export-actions";
import { useGet } from "@/app/(dashboard)/shell/data";
import { ResourcePage } from "@/app/(dashboard)/shell/list/resource-page";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { nameColumn, stateColumn, timeColumns } from "@/app/(dashboard)/shell/runs/columns";
import { useProject } from "@/app/(dashboard)/shell/session";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { RowMenu } from "@/components/ui/row-menu";
import { t } from "@/lib/base/languages/texts";
import type { ShownFileExport } from "@/lib/data-access/files/schema";
import { storageKinds } from "@/lib/data-access/files/storages/fields";

export default function Files() {
  const { id: project } = useProject();
  const actions = useExportActions();
  const request = useGet(actions.path, { refetchInterval: 10_000 });
  const reason = useMissingRoleText("files.write");
  const [form, setForm] = useState<{ shown: ShownFileExport | null } | null>(null);
  const edit = (shown: ShownFileExport) => setForm({ shown });
  return (
    <ResourcePage
      title={t("Scheduled files")}
      description={t(
        "Rows of your project as files in your storage, for warehouses and analysis. Each run writes what has changed.",
      )}
      icon={FileDown}
      request={request}
      columns={columns(project, reason ? null : { ...actions, edit })}
      rows={request.data?.exports}
      rowId={({ id }) => String(id)}
      add={{ label: t("Schedule files"), reason, onClick: () => setForm({ shown: null }) }}
      empty={{
        title: t("No scheduled files yet"),
        text: t(
          "Write installs, events, payments and more as Parquet, CSV or NDJSON to your storage, every hour or day.",
        ),
      }}
    >
      {form ? (
        <ExportForm
          path={actions.path}
          shown={form.shown}
          folder={request.data?.folder ?? false}
          onClose={() => setForm(null)}
        />
      ) : null}
    </ResourcePage>
  );
}

type Actions = ReturnType<typeof useExportActions> & { edit: (shown: ShownFileExport) => void };

const columns = (project: number, actions: Actions | null): Column<ShownFileExport>[] => [
  nameColumn({
    header: t("Files"),
    href: ({ id }) => `/p/${project}/developers/files/${id}`,
    about: contentText,
  }),
  stateColumn(exportState),
  {
    id: "storage",
    header: t("Storage"),
    wide: true,
    cell: ({ storage, place }) => (
      <span className="grid leading-snug">
        <span>{storageKinds[storage].label}</span>
        <span className="max-w-56 truncate text-muted text-xs">
          {[place.bucket, place.prefix].filter(Boolean).join("/")}
        </span>
      </span>
    ),
  },
  ...timeColumns<ShownFileExport>(t("Last files")),
  actionsColumn((shown) =>
    actions ? (
      <RowMenu
        of={shown.title}
        groups={[
          [
            {
              label: t("Run now"),
              icon: Play,
              onSelect: () => void actions.run(shown),
              disabled: shown.running,
            },
            { label: t("Test storage"), icon: PlugZap, onSelect: () => void actions.test(shown) },
            { label: t("Change"), icon: Pencil, onSelect: () => actions.edit(shown) },
          ],
          [
            {
              label: t("Remove"),
              icon: Trash2,
              onSelect: () => void actions.remove(shown),
              destructive: true,
            },
          ],
        ]}
      />
    ) : null,
  ),
];
