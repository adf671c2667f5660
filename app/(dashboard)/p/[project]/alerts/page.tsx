"use client";

import { Bell, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { kindNames, ruleStateBadges } from "@/app/(dashboard)/alerts/labels";
import { RuleMenu } from "@/app/(dashboard)/alerts/rule-menu";
import { ScheduleList } from "@/app/(dashboard)/alerts/schedule-list";
import { type RuleActions, useRuleActions } from "@/app/(dashboard)/alerts/use-rule-actions";
import { AlertsFiring } from "@/app/(dashboard)/shell/alerts/alerts-firing";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Badge } from "@/components/ui/badge";
import { GatedLink } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import type { ShownRule } from "@/lib/alerts/rules/schema";
import { t } from "@/lib/base/languages/texts";

export default function Alerts() {
  const { id } = useProject();
  const router = useRouter();
  const base = `/p/${id}/alerts`;
  const { data, error, refetch } = useGet(at("/projects/:project/alerts", { project: id }), {
    refetchInterval: 15_000,
  });
  const reason = useMissingRoleText("alerts.write");
  const actions = useRuleActions();
  const add = (
    <GatedLink reason={reason} variant="primary" href={`${base}/new`}>
      <Plus />
      {t("New alert rule")}
    </GatedLink>
  );
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Alerts")}
        description={t(
          "Rules watch figures and connections and notify you. Scheduled reports send figures regularly.",
        )}
        actions={data && data.rules.length > 0 ? add : null}
      />
      {data ? (
        <>
          <AlertsFiring alerts={data.firing.filter((alert) => alert.muted_until === null)} />
          <DataTable
            label={t("Alert rules")}
            columns={columns(base, reason === undefined ? actions : null)}
            rows={data.rules}
            rowId={(rule) => String(rule.id)}
            onRowOpen={(rule) => router.push(`${base}/${rule.id}`)}
            empty={
              <EmptyState icon={Bell} title={t("No alert rules yet")} actions={add}>
                {t(
                  "Get notified of a drop in installs, a spent budget or a failing sync before it shows in the month. Each rule is tried on the last 90 days before you save it.",
                )}
              </EmptyState>
            }
          />
          <ScheduleList />
        </>
      ) : (
        // Firing alerts are above the rules, which wait for them so that they are not pushed down.
        <NotLoaded error={error} retry={refetch} className="h-80" />
      )}
    </div>
  );
}

const columns = (base: string, actions: RuleActions | null): Column<ShownRule>[] => [
  {
    id: "name",
    header: t("Rule"),
    fixed: true,
    cell: ({ id, name, about }) => (
      // Names differ at their end, so phones must show it, too.
      <span className="grid max-w-96 min-w-0 leading-snug max-sm:max-w-52 max-sm:whitespace-normal">
        <IntentLink
          href={`${base}/${id}`}
          className="truncate rounded-sm font-medium hover:underline max-sm:line-clamp-3 max-sm:whitespace-normal"
        >
          {name}
        </IntentLink>
        {about === name ? null : <span className="truncate text-muted text-xs max-sm:hidden">{about}</span>}
      </span>
    ),
  },
  { id: "kind", header: t("Kind"), wide: true, cell: ({ kind }) => kindNames[kind].label },
  {
    id: "state",
    header: t("State"),
    cell: ({ state, firing, muted_until }) => (
      <span className="flex flex-wrap items-center gap-1.5">
        <Badge tone={ruleStateBadges[state].tone} dot>
          {ruleStateBadges[state].label}
          {firing > 1 ? ` (${firing})` : ""}
        </Badge>
        {muted_until ? <Badge>{t("Muted")}</Badge> : null}
      </span>
    ),
  },
  {
    id: "fired",
    header: t("Last fired"),
    wide: true,
    cell: ({ last_fired_at: fired }) =>
      fired ? <When at={fired} className="text-muted" /> : <span className="text-muted">{t("Never")}</span>,
  },
  {
    id: "checked",
    header: t("Last checked"),
    wide: true,
    cell: ({ evaluated_at: checked }) =>
      checked ? (
        <When clock at={checked} className="text-muted" />
      ) : (
        <span className="text-muted">{t("Not yet")}</span>
      ),
  },
  ...(actions
    ? [actionsColumn((rule: ShownRule) => <RuleMenu rule={rule} actions={actions} />, { fixed: true })]
    : []),
];
