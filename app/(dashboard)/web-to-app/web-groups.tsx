"use client";

import { Globe } from "lucide-react";
import { CampaignCell } from "@/app/(dashboard)/shell/facts/fact-cells";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { t } from "@/lib/base/languages/texts";
import type { WebToApp } from "@/lib/reporting/web-to-app/schema";
import { noWebCampaign, webStepLabels, webSteps } from "@/lib/reporting/web-to-app/steps";
import { sourceName } from "./source-name";
import { visitorsHref } from "./visitors-href";

type Row = WebToApp["rows"][number];

const format = figureFormat("USD");

type WebGroupsProps = { data: WebToApp; project: number; busy: boolean };

/** The same steps for each source or campaign. */
export function WebGroups({ data, project, busy }: WebGroupsProps) {
  const { from, to, by } = data;
  const columns: Column<Row>[] = [
    {
      id: "group",
      header: by === "source" ? t("Source") : t("Campaign"),
      cell: (row) => <GroupName row={row} by={by} project={project} />,
    },
    ...webSteps.map(
      (step): Column<Row> => ({
        id: step,
        header: webStepLabels[step],
        align: "end",
        cell: (row) =>
          row[step] === 0 ? (
            "0"
          ) : (
            <IntentLink
              href={visitorsHref({ project, from, to, step, group: { by, key: row.key } })}
              className="rounded-sm hover:underline"
            >
              {format.full("count", row[step])}
            </IntentLink>
          ),
      }),
    ),
    {
      id: "rate",
      header: t("Installs per visitor"),
      align: "end",
      cell: (row) => format.even("percent", row.visited === 0 ? null : (100 * row.installed) / row.visited),
    },
  ];
  return (
    <>
      <DataTable
        label={t("Visitors by source")}
        columns={columns}
        rows={data.rows}
        rowId={(row) => row.key}
        busy={busy}
        empty={
          <EmptyState icon={Globe} title={t("No visitors in this period")} className="py-8">
            {t("Choose a longer period.")}
          </EmptyState>
        }
      />
      {data.more ? (
        <p className="px-1 text-muted text-xs">
          {t("The {rows} with the most visitors.", { rows: format.full("count", data.rows.length) })}
        </p>
      ) : null}
    </>
  );
}

function GroupName({ row, by, project }: { row: Row; by: WebToApp["by"]; project: number }) {
  if (by === "source") return <span className="font-medium">{sourceName(row.key)}</span>;
  if (row.key === noWebCampaign) return <span className="text-muted">{t("No campaign")}</span>;
  const { key, name, deleted } = row;
  return <CampaignCell base={`/p/${project}`} campaign={{ id: Number(key), name: name ?? key, deleted }} />;
}
