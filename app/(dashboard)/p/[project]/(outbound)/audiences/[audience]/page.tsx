"use client";

import { Download, Pause, Users } from "lucide-react";
import { useParams } from "next/navigation";
import { useState } from "react";
import { AudienceFormDialog } from "@/app/(dashboard)/outbound/audiences/audience-form";
import { audienceState, conditionTexts, rhythmLabels } from "@/app/(dashboard)/outbound/audiences/labels";
import { OutcomeCard } from "@/app/(dashboard)/outbound/audiences/outcome-card";
import { useAudienceActions } from "@/app/(dashboard)/outbound/audiences/use-audience-actions";
import { child, urlOf, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { countColumn, runColumns } from "@/app/(dashboard)/shell/runs/columns";
import { RunsPage } from "@/app/(dashboard)/shell/runs/runs-page";
import { useProject } from "@/app/(dashboard)/shell/session";
import { numberFormat, numberText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import type { Column } from "@/components/table/table-state";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { t } from "@/lib/base/languages/texts";
import { type AudienceRunList, maxMembersOfFile, type ShownAudience } from "@/lib/outbound/audiences/schema";

type Run = AudienceRunList["runs"][number];

export default function AudiencePage() {
  const { audience: id } = useParams<{ audience: string }>();
  const actions = useAudienceActions();
  const { data, error, refetch } = useGet(child(actions.path, "/:id", { id }), { refetchInterval: 5_000 });
  const kinds = useGet(child(actions.path, "/kinds"), { staleTime: 600_000 });
  const reason = useMissingRoleText("audiences.write");
  const [editing, setEditing] = useState(false);
  if (!data)
    return (
      <>
        <PageHeader title={t("Audience")} description=" " />
        <NotLoaded error={error} retry={refetch} className="h-120" />
      </>
    );
  const { audience: shown, runs } = data;
  const locked = reason ?? (shown.ending ? t("Its members are being removed") : undefined);
  return (
    <RunsPage
      shown={shown}
      description={`${shown.kind_label}. ${rhythmLabels[shown.every_hours] ?? ""}.`}
      icon={Users}
      state={audienceState(shown)}
      reason={locked}
      actions={
        <GatedButton reason={locked} onClick={() => void actions.pause(shown)}>
          <Pause />
          {shown.on ? t("Pause") : t("Resume")}
        </GatedButton>
      }
      onChange={() => setEditing(true)}
      onRun={() => void actions.run(shown)}
      columns={columns}
      runs={runs}
      about={
        <>
          <About shown={shown} run={runs[0]} reasons={kinds.data?.skip_reasons ?? {}} />
          {shown.holdout > 0 ? <OutcomeCard path={actions.path} id={shown.id} /> : null}
        </>
      }
    >
      {editing ? (
        <AudienceFormDialog path={actions.path} shown={shown} onClose={() => setEditing(false)} />
      ) : null}
    </RunsPage>
  );
}

type AboutProps = { shown: ShownAudience; run: Run | undefined; reasons: Record<string, string> };

function About({ shown, run, reasons }: AboutProps) {
  const { currency } = useProject();
  const networks = useNetworkChoices();
  const texts = conditionTexts(shown.conditions, {
    networkName: (code) => networks.find(({ value }) => value === code)?.label ?? code,
    money: (amount) => numberFormat({ style: "currency", currency }).format(amount),
  });
  const skipped = Object.entries(run?.skipped ?? {});
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Card>
        <CardHeader title={t("People")} description={t("All of these must hold.")} />
        <CardBody>
          <ul className="grid gap-1.5 text-sm">
            {texts.length === 0 ? <li>{t("All installs of the project")}</li> : null}
            {texts.map((text) => (
              <li key={text} className="first-letter:uppercase">
                {text}
              </li>
            ))}
          </ul>
        </CardBody>
      </Card>
      <Card>
        <CardHeader
          title={t("Last run")}
          description={t("Installs that match, and the reasons why some are not sent.")}
          actions={<DownloadMembers shown={shown} members={run?.members ?? 0} />}
        />
        <CardBody>
          {run ? (
            <ul className="grid gap-1.5 text-sm">
              <Line label={t("Match")} count={run.matching} />
              {skipped.map(([reason, count]) => (
                <Line key={reason} label={reasons[reason] ?? reason} count={count} isPart />
              ))}
              {shown.holdout > 0 ? (
                <Line
                  label={t("Held out for comparison ({holdout}% of people)", { holdout: shown.holdout })}
                  count={run.held_out}
                  isPart
                />
              ) : null}
              {run.refused > 0 ? (
                <Line label={t("Refused by the receiver")} count={run.refused} isPart />
              ) : null}
              {run.results && run.results.pending > 0 ? (
                <Line
                  label={t("Requests that the receiver still checks")}
                  count={run.results.pending}
                  isPart
                />
              ) : null}
              {run.results?.errors.map(({ reason, count }) => (
                <Line key={reason} label={t("Rejected later: {reason}", { reason })} count={count} isPart />
              ))}
              <Line label={t("Members at the receiver")} count={run.members} />
            </ul>
          ) : (
            <p className="text-muted text-sm">{t("No run has finished yet.")}</p>
          )}
        </CardBody>
      </Card>
    </div>
  );
}

const Line = ({ label, count, isPart = false }: { label: string; count: number; isPart?: boolean }) => (
  <li className={`flex justify-between gap-4 ${isPart ? "ps-3 text-muted" : ""}`}>
    <span>{label}</span>
    <span className="num">{numberText(count)}</span>
  </li>
);

/** Large audiences are downloaded in several files. */
function DownloadMembers({ shown, members }: { shown: ShownAudience; members: number }) {
  const { path } = useAudienceActions();
  const lacking = useMissingRoleText("people.export");
  const parts = Math.max(1, Math.ceil(members / (maxMembersOfFile / 2)));
  if (lacking || members === 0) return null;
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {Array.from({ length: Math.min(parts, 99) }, (_, n) => String(n + 1)).map((part) => (
        <Button key={part} size="sm" asChild>
          <a
            href={urlOf(
              withQuery(child(path, "/:id/members.csv", { id: shown.id }), { part, parts: String(parts) }),
            )}
            download
          >
            <Download />
            {parts === 1 ? t("Members as CSV") : t("Part {part}", { part })}
          </a>
        </Button>
      ))}
    </span>
  );
}

const columns: Column<Run>[] = [
  ...runColumns<Run>(({ state, checked }) =>
    state === "running" ? t("{checked} installs checked", { checked: numberText(checked) }) : null,
  ),
  countColumn("added", t("Added")),
  countColumn("removed", t("Removed")),
  countColumn("waiting", t("Waiting"), true),
  countColumn("refused", t("Refused"), true),
  countColumn("members", t("Members"), true),
];
