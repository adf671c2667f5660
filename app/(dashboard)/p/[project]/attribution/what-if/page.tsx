"use client";

import { FlaskConical } from "lucide-react";
import { useRouter } from "next/navigation";
import { isReplayRunning, replayStates } from "@/app/(dashboard)/attribution/trials/states";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { numberText, windowText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { Badge } from "@/components/ui/badge";
import { GatedLink } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import type { Replays } from "@/lib/attribution/replay/schema";
import { t } from "@/lib/base/languages/texts";

type Row = Replays["replays"][number];

const countOf = (value: number | null) => (value === null ? "–" : numberText(value));

export default function Trials() {
  const { id, time_zone: timeZone } = useProject();
  const router = useRouter();
  const reason = useMissingRoleText("rules.try");
  const base = `/p/${id}/attribution/what-if`;
  const { data, error, refetch } = useGet(at("/projects/:project/rules/replays", { project: id }), {
    refetchInterval: 5_000,
  });
  return (
    <>
      <PageHeader
        title={t("What-if tests")}
        description={t(
          "Test changed rules on past installs and see which campaigns gain or lose before you apply them.",
        )}
        actions={
          <GatedLink reason={reason} href={`/p/${id}/attribution`}>
            {t("Change a rule")}
          </GatedLink>
        }
      />
      <DataTable
        label={t("What-if tests")}
        columns={columns(base, timeZone)}
        rows={data?.replays}
        rowId={(row) => String(row.id)}
        onRowOpen={(row) => router.push(`${base}/${row.id}`)}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState
            icon={FlaskConical}
            title={t("No what-if tests yet")}
            actions={
              <GatedLink variant="primary" reason={reason} href={`/p/${id}/attribution`}>
                {t("Change a rule")}
              </GatedLink>
            }
          >
            {t("Change a window or a fraud rule and select “Run test” to see its effect on past installs.")}
          </EmptyState>
        }
      />
    </>
  );
}

function columns(base: string, timeZone: string): Column<Row>[] {
  return [
    {
      id: "made",
      header: t("Started"),
      fixed: true,
      cell: (row) => (
        <IntentLink href={`${base}/${row.id}`} className="rounded-sm hover:underline">
          <When at={row.created_at} timeZone={timeZone} />
        </IntentLink>
      ),
    },
    {
      id: "state",
      header: t("State"),
      cell: (row) => (
        <Badge tone={replayStates[row.state].tone} dot={isReplayRunning(row.state)}>
          {replayStates[row.state].label}
        </Badge>
      ),
    },
    {
      id: "days",
      header: t("Days"),
      cell: (row) => windowText({ from: row.from_day, to: row.to_day }),
    },
    {
      id: "installs",
      header: t("Installs"),
      align: "end",
      cell: (row) => numberText(row.total),
    },
    {
      id: "moved",
      header: t("Moved"),
      align: "end",
      hint: t("Installs attributed differently with these rules."),
      cell: (row) => countOf(row.outcome.moved),
    },
    {
      id: "flags",
      header: t("Fraud flag"),
      align: "end",
      hint: t("Installs where only the fraud flag changes."),
      cell: (row) => countOf(row.outcome.reflagged),
    },
    {
      id: "by",
      header: t("By"),
      cell: (row) => <span className="block max-w-48 truncate text-muted">{row.created_by}</span>,
    },
  ];
}
