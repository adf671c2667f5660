"use client";

import { BellOff, BellRing, Pencil } from "lucide-react";
import { useParams } from "next/navigation";
import { BacktestResult } from "@/app/(dashboard)/alerts/backtest";
import {
  alertEndNames,
  backtestUnitFormat,
  kindNames,
  ruleStateBadges,
} from "@/app/(dashboard)/alerts/labels";
import { RuleMenu } from "@/app/(dashboard)/alerts/rule-menu";
import { type RuleActions, useRuleActions } from "@/app/(dashboard)/alerts/use-rule-actions";
import { at, child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { numberText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { DataTable } from "@/components/table/data-table";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { GatedLink } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import type { AlertRulePage, ShownAlert } from "@/lib/alerts/rules/schema";
import { t } from "@/lib/base/languages/texts";

export default function AlertRule() {
  const { rule: id } = useParams<{ rule: string }>();
  const { id: project } = useProject();
  const path = child(at("/projects/:project/alerts", { project }), "/:id", { id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 60_000 });
  const lacking = useMissingRoleText("alerts.write");
  const actions = useRuleActions();
  if (!data)
    return (
      <div className="mx-auto grid max-w-5xl grid-cols-1 gap-6">
        <PageHeader title={t("Alert rule")} description=" " />
        <NotLoaded error={error} retry={refetch} className="h-120" />
      </div>
    );
  const { rule } = data;
  const state = ruleStateBadges[rule.state];
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-6">
      <Breadcrumb label={rule.name} />
      <PageHeader
        title={rule.name}
        description={rule.about === rule.name ? kindNames[rule.kind].hint : `${rule.about}.`}
        badge={
          <Badge tone={state.tone} dot>
            {state.label}
          </Badge>
        }
        actions={
          <>
            <GatedLink reason={lacking} href={`/p/${project}/alerts/${rule.id}/edit`}>
              <Pencil />
              {t("Edit")}
            </GatedLink>
            {lacking ? null : <RuleMenu rule={rule} actions={actions} large />}
          </>
        }
      />
      {rule.problem ? (
        <Alert tone="warning" title={t("This rule can't be checked")}>
          {rule.problem}
        </Alert>
      ) : null}
      {rule.muted_until ? (
        <Alert title={t("Muted")}>
          {rich("Cairn checks it, but sends no alerts until {when}.", {
            when: <When at={rule.muted_until} />,
          })}
        </Alert>
      ) : null}
      {rule.emailed > 0 ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          {rule.emailed === 1
            ? t("It emails 1 person.")
            : t("It emails {emailed} people.", { emailed: numberText(rule.emailed) })}
          {rule.emails_me ? (
            <Button size="sm" onClick={() => void actions.stopEmails(rule)}>
              {t("Stop emailing me")}
            </Button>
          ) : null}
        </p>
      ) : null}
      <History data={data} actions={lacking ? null : actions} />
      <Card>
        <CardHeader title={t("The last 90 days")} description={t("With the rule's current settings.")} />
        <CardBody>
          <BacktestResult data={data.backtest} />
        </CardBody>
        <CardFooter>
          <span>{checkedText(data)}</span>
          <span>
            {rule.evaluated_at
              ? rich("Last checked {when}", { when: <When at={rule.evaluated_at} /> })
              : t("Not checked yet")}
          </span>
        </CardFooter>
      </Card>
    </div>
  );
}

function checkedText({ evaluations: [last] }: AlertRulePage): string {
  if (!last) return "";
  return t("{period}{if_period, select, yes {:00 UTC} other {}}: {checked} checked, {outside} outside", {
    period: last.period.replace("T", ", "),
    if_period: last.period.includes("T") ? "yes" : "no",
    checked: numberText(last.checked),
    outside: numberText(last.outside),
  });
}

function History({ data, actions }: { data: AlertRulePage; actions: RuleActions | null }) {
  return (
    <DataTable
      label={t("Alerts")}
      columns={columns(data, actions)}
      rows={data.alerts}
      rowId={(alert) => alert.id}
      empty={
        <EmptyState icon={BellRing} title={t("It hasn't fired")}>
          {t("Alerts are listed here with their figures.")}
        </EmptyState>
      }
    />
  );
}

function columns({ rule, backtest }: AlertRulePage, actions: RuleActions | null): Column<ShownAlert>[] {
  const format = backtestUnitFormat(backtest);
  return [
    {
      id: "text",
      header: t("What happened"),
      cell: ({ text, muted_until, notified_at, fired_at, resolved_at, latest }) => (
        <span className="grid min-w-52 max-w-140 gap-0.5 whitespace-normal leading-snug wrap-anywhere max-sm:min-w-0 max-sm:max-w-52">
          <span>{text}</span>
          <span className="text-muted text-xs sm:hidden">
            {rich("Fired {when}", { when: <When at={fired_at} /> })}
          </span>
          {resolved_at === null && latest.text === null && latest.value !== null ? (
            <span className="text-muted text-xs">
              {t("Latest: {unit}", { unit: format.full(format.unit, latest.value) })}
            </span>
          ) : null}
          {notified_at === null ? (
            <span className="text-muted text-xs">
              {muted_until
                ? t("Muted: no alert was sent.")
                : t("No notification: within 24 hours of the last one, or muted.")}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: "fired",
      header: t("Fired"),
      wide: true,
      cell: ({ fired_at }) => <When clock at={fired_at} className="text-muted" />,
    },
    {
      id: "ended",
      header: t("Ended"),
      cell: ({ resolved_at, ended }) =>
        resolved_at && ended ? (
          <span className="grid leading-snug">
            <When clock at={resolved_at} className="text-muted" />
            <span className="whitespace-normal text-muted text-xs max-sm:max-w-20">
              {alertEndNames[ended]}
            </span>
          </span>
        ) : (
          <Badge tone="danger" dot>
            {t("Firing")}
          </Badge>
        ),
    },
    ...(actions
      ? [
          actionsColumn(({ subject, label, resolved_at, muted_until }: ShownAlert) =>
            // A muted rule sends no alerts, so its campaigns need no mute button.
            subject.startsWith("campaign:") && resolved_at === null && rule.muted_until === null ? (
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={
                  muted_until ? t("Unmute {label}", { label }) : t("Mute {label} in every rule", { label })
                }
                onClick={() =>
                  void (muted_until
                    ? actions.unmute({ id: rule.id, name: label }, subject, true)
                    : actions.muteCampaign(rule, subject, label))
                }
              >
                {muted_until ? <BellRing /> : <BellOff />}
              </Button>
            ) : null,
          ),
        ]
      : []),
  ];
}
