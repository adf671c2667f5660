"use client";

import { MonitorPlay } from "lucide-react";
import { DeliveriesSection } from "@/app/(dashboard)/shell/facts/deliveries";
import { exactMoney } from "@/app/(dashboard)/shell/facts/exact-money";
import {
  CampaignCell,
  FactRows,
  InstallCell,
  MissingRate,
  noValueDash,
} from "@/app/(dashboard)/shell/facts/fact-cells";
import { campaignColumn, installColumn, platformColumn } from "@/app/(dashboard)/shell/facts/fact-columns";
import { senderFilters } from "@/app/(dashboard)/shell/facts/fact-filters";
import { FirstFact } from "@/app/(dashboard)/shell/facts/first-fact";
import { ListPage } from "@/app/(dashboard)/shell/list/list";
import { fixedChoiceFilter, searchFilter, textFilter } from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { numberText } from "@/components/format";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { adRevenueSources } from "@/lib/activity/lists/ad-revenue/schema";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";

const sourceNames: Record<string, string> = { app: t("App"), server: t("Server"), callback: t("Callback") };
const precisionNames: Record<string, string> = {
  PRECISE: t("Precise"),
  ESTIMATED: t("Estimated"),
  PUBLISHER_PROVIDED: t("Set by publisher"),
  UNKNOWN: t("Unknown"),
};

const adRevenue = listScreen({
  path: "/projects/:project/ad-revenue",
  rows: "ad_revenue",
  one: t("row"),
  many: t("rows"),
  title: t("Ad revenue"),
  description: t("What ad impressions earned, each one or added up by user and hour."),
  at: "occurred_at",
  totals: ({ amount_minor: amount, impressions }, { money }) =>
    t("{amount} of {impressions2, plural, one {# impression} other {# impressions}}", {
      amount: money(amount),
      impressions2: impressions,
    }),
  columns: [
    { id: "network", header: t("Ad network"), cell: (row) => row.ad_network ?? noValueDash },
    { id: "placement", header: t("Placement"), wide: true, cell: (row) => row.placement ?? noValueDash },
    { id: "format", header: t("Format"), wide: true, cell: (row) => row.ad_format ?? noValueDash },
    {
      id: "impressions",
      header: t("Impressions"),
      align: "end",
      cell: (row) => <span className="num">{numberText(row.impressions)}</span>,
    },
    {
      id: "amount",
      header: t("Amount"),
      align: "end",
      cell: (row, { currency }) =>
        row.original?.waits ? (
          <Badge tone="warning">{t("No rate")}</Badge>
        ) : (
          <span className="num whitespace-nowrap">{exactMoney(row.amount_minor, currency)}</span>
        ),
    },
    { ...campaignColumn, wide: true },
    { ...platformColumn, hidden: true },
    installColumn,
  ],
  filters: {
    user: searchFilter(t("User ID")),
    ad_network: textFilter(t("Ad network"), { placeholder: "AppLovin" }),
    placement: textFilter(t("Placement"), { placeholder: "level_end" }),
    source: fixedChoiceFilter(
      t("Source"),
      adRevenueSources.map((value) => ({ value, label: sourceNames[value]! })),
    ),
    ...senderFilters,
    install: textFilter(t("Install"), { placeholder: t("Install or device ID") }),
  },
  found: t("IDs and names must match exactly."),
  opens: {
    title: (row, { currency }) =>
      `${row.ad_network ?? t("Ad")}, ${
        row.original?.waits
          ? exactMoney(row.original.amount_minor, row.original.currency)
          : exactMoney(row.amount_minor, currency)
      }`,
    body: (row, { base }, only) => (
      <>
        <FactRows
          rows={[
            [t("Impressions"), numberText(row.impressions)],
            [t("Added up"), row.is_hourly ? t("By user and hour; the time is the beginning") : null],
            [t("As reported"), row.original && exactMoney(row.original.amount_minor, row.original.currency)],
            [
              t("Exchange rate"),
              row.original?.waits ? (
                <MissingRate key="rate" base={base} currency={row.original.currency} />
              ) : null,
            ],
            [t("Precision"), row.precision && (precisionNames[row.precision] ?? row.precision)],
            [t("Placement"), row.placement],
            [t("Ad unit"), row.ad_unit],
            [t("Format"), row.ad_format],
            [t("Reported by"), sourceNames[row.source] ?? row.source],
            [
              t("User"),
              row.user_id && (
                <code key="user" className="font-mono text-xs">
                  {row.user_id}
                </code>
              ),
            ],
            [t("Campaign"), <CampaignCell key="campaign" base={base} campaign={row.campaign} />],
            [
              t("Install"),
              <InstallCell
                key="install"
                base={base}
                install={row.install_id}
                instance={row.install_instance_id}
                isTest={row.is_test}
              />,
            ],
            [t("Platform"), platformNames[row.platform] ?? row.platform],
          ]}
        />
        <DeliveriesSection fact="ad_revenue" id={row.id} />
        {row.install_instance_id ? (
          <div>
            <Button size="sm" onClick={() => only({ install: row.install_instance_id! })}>
              {t("Only this install")}
            </Button>
          </div>
        ) : null}
      </>
    ),
  },
  empty: {
    icon: MonitorPlay,
    text: t(
      "Ad revenue appears here when your app, your server or an ad mediation reports an impression (capture-ad-revenue).",
    ),
    Start: FirstFact,
  },
});

export default function AdRevenuePage() {
  return <ListPage screen={adRevenue} />;
}
