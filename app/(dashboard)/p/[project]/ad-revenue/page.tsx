"use client";

import { MonitorPlay } from "lucide-react";
import { DeliveriesSection } from "@/app/(dashboard)/shell/facts/deliveries";
import { exactMoney } from "@/app/(dashboard)/shell/facts/exact-money";
import { CampaignCell, FactRows, InstallCell, noValueDash } from "@/app/(dashboard)/shell/facts/fact-cells";
import { campaignColumn, installColumn, platformColumn } from "@/app/(dashboard)/shell/facts/fact-columns";
import { senderFilters } from "@/app/(dashboard)/shell/facts/fact-filters";
import { FirstFact } from "@/app/(dashboard)/shell/facts/first-fact";
import { ListPage } from "@/app/(dashboard)/shell/list/list";
import { fixedChoiceFilter, searchFilter, textFilter } from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { adRevenueSources } from "@/lib/activity/lists/ad-revenue/schema";
import { platformNames } from "@/lib/base/text/platform-names";

const sourceNames: Record<string, string> = { app: "App", server: "Server", callback: "Callback" };
const precisionNames: Record<string, string> = {
  PRECISE: "Precise",
  ESTIMATED: "Estimated",
  PUBLISHER_PROVIDED: "Set by publisher",
  UNKNOWN: "Unknown",
};

const adRevenue = listScreen({
  path: "/projects/:project/ad-revenue",
  rows: "ad_revenue",
  one: "row",
  many: "rows",
  title: "Ad revenue",
  description: "What ad impressions earned, each one or added up by user and hour.",
  at: "occurred_at",
  totals: ({ amount_minor: amount, impressions }, { money }) =>
    `${money(amount)} of ${numberText(impressions)} ${impressions === 1 ? "impression" : "impressions"}`,
  columns: [
    { id: "network", header: "Ad network", cell: (row) => row.ad_network ?? noValueDash },
    { id: "placement", header: "Placement", wide: true, cell: (row) => row.placement ?? noValueDash },
    { id: "format", header: "Format", wide: true, cell: (row) => row.ad_format ?? noValueDash },
    {
      id: "impressions",
      header: "Impressions",
      align: "end",
      cell: (row) => <span className="num">{numberText(row.impressions)}</span>,
    },
    {
      id: "amount",
      header: "Amount",
      align: "end",
      cell: (row, { currency }) =>
        row.original?.waits ? (
          <Badge tone="warning">No rate</Badge>
        ) : (
          <span className="num whitespace-nowrap">{exactMoney(row.amount_minor, currency)}</span>
        ),
    },
    { ...campaignColumn, wide: true },
    { ...platformColumn, hidden: true },
    installColumn,
  ],
  filters: {
    user: searchFilter("User ID"),
    ad_network: textFilter("Ad network", { placeholder: "AppLovin" }),
    placement: textFilter("Placement", { placeholder: "level_end" }),
    source: fixedChoiceFilter(
      "Source",
      adRevenueSources.map((value) => ({ value, label: sourceNames[value]! })),
    ),
    ...senderFilters,
    install: textFilter("Install", { placeholder: "Install or device ID" }),
  },
  found: "IDs and names must match exactly.",
  opens: {
    title: (row, { currency }) =>
      `${row.ad_network ?? "Ad"}, ${
        row.original?.waits
          ? exactMoney(row.original.amount_minor, row.original.currency)
          : exactMoney(row.amount_minor, currency)
      }`,
    body: (row, { base }, only) => (
      <>
        <FactRows
          rows={[
            ["Impressions", numberText(row.impressions)],
            ["Added up", row.is_hourly ? "By user and hour; the time is the beginning" : null],
            ["As reported", row.original && exactMoney(row.original.amount_minor, row.original.currency)],
            [
              "Exchange rate",
              row.original?.waits ? (
                <span key="rate">
                  There are none for {row.original.currency} on its day, so it counts as 0.{" "}
                  <IntentLink
                    href={`${base}/spend/rates`}
                    className="rounded-sm underline underline-offset-2"
                  >
                    Add a rate
                  </IntentLink>
                </span>
              ) : null,
            ],
            ["Precision", row.precision && (precisionNames[row.precision] ?? row.precision)],
            ["Placement", row.placement],
            ["Ad unit", row.ad_unit],
            ["Format", row.ad_format],
            ["Reported by", sourceNames[row.source] ?? row.source],
            [
              "User",
              row.user_id && (
                <code key="user" className="font-mono text-xs">
                  {row.user_id}
                </code>
              ),
            ],
            ["Campaign", <CampaignCell key="campaign" base={base} campaign={row.campaign} />],
            [
              "Install",
              <InstallCell
                key="install"
                base={base}
                install={row.install_id}
                instance={row.install_instance_id}
                isTest={row.is_test}
              />,
            ],
            ["Platform", platformNames[row.platform] ?? row.platform],
          ]}
        />
        <DeliveriesSection fact="ad_revenue" id={row.id} />
        {row.install_instance_id ? (
          <div>
            <Button size="sm" onClick={() => only({ install: row.install_instance_id! })}>
              Only this install
            </Button>
          </div>
        ) : null}
      </>
    ),
  },
  empty: {
    icon: MonitorPlay,
    text: "Ad revenue appears here when your app, your server or an ad mediation reports an impression (capture-ad-revenue).",
    Start: FirstFact,
  },
});

export default function AdRevenuePage() {
  return <ListPage screen={adRevenue} />;
}
