"use client";

import { MousePointerClick } from "lucide-react";
import { FirstClick } from "@/app/(dashboard)/activity/first-click";
import { CampaignCell, InstallCell, noValueDash, TextCell } from "@/app/(dashboard)/shell/facts/fact-cells";
import {
  adPartColumns,
  idColumn,
  networkColumn,
  platformColumn,
  publisherColumn,
} from "@/app/(dashboard)/shell/facts/fact-columns";
import {
  adPartFilters,
  countedFilter,
  countryFilter,
  paidCampaign,
  publisherFilter,
} from "@/app/(dashboard)/shell/facts/fact-filters";
import { namedChoices } from "@/app/(dashboard)/shell/facts/install-labels";
import { ListPage } from "@/app/(dashboard)/shell/list/list";
import { daysFilter, fixedChoiceFilter, textFilter } from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { Badge } from "@/components/ui/badge";
import { clickPlatforms } from "@/lib/activity/lists/clicks/schema";
import { t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { platformNames } from "@/lib/base/text/platform-names";

const clicks = listScreen({
  path: "/projects/:project/clicks",
  rows: "clicks",
  one: t("click"),
  many: t("clicks"),
  title: t("Clicks"),
  description: t("All clicks and ad views, whether they count, and their installs."),
  at: "clicked_at",
  opens: (row, { base }) => row.install_id && `${base}/installs/${row.install_id}`,
  totals: true,
  columns: [
    {
      id: "campaign",
      header: t("Campaign"),
      cell: ({ campaign }, { base }) =>
        campaign ? <CampaignCell base={base} campaign={campaign} /> : noValueDash,
    },
    {
      id: "counted",
      header: t("Counted"),
      cell: (row) =>
        row.not_counted !== null ? (
          <Badge tone="neutral">
            {t("Not: {not_counted}", { not_counted: row.not_counted.replaceAll("_", " ") })}
          </Badge>
        ) : row.is_test ? (
          <Badge tone="warning">{t("Test")}</Badge>
        ) : (
          <span>{row.kind === "view" ? t("As a view") : t("Yes")}</span>
        ),
    },
    ...adPartColumns,
    publisherColumn,
    networkColumn,
    platformColumn,
    {
      id: "country",
      header: t("Country"),
      wide: true,
      cell: ({ country }) => <TextCell text={country && countryName(country)} />,
    },
    { id: "device", header: t("Device"), hidden: true, cell: (row) => <TextCell text={row.device} /> },
    { id: "browser", header: t("Browser"), hidden: true, cell: (row) => <TextCell text={row.browser} /> },
    {
      id: "variant",
      header: t("Variant"),
      wide: true,
      hidden: ({ variant }) => !variant,
      cell: (row) => <TextCell text={row.variant} />,
    },
    {
      id: "source",
      header: t("Source"),
      hint: t("A followed link, or a call of the network's server without a redirect."),
      hidden: true,
      cell: (row) => (row.source === "server" ? t("Network's server") : t("Link")),
    },
    {
      id: "install",
      header: t("Install"),
      wide: true,
      cell: (row, { base }) => (
        <InstallCell base={base} install={row.install_id} instance={null} isTest={false} />
      ),
    },
    idColumn(t("Click ID")),
  ],
  filters: {
    days: daysFilter(),
    campaign: paidCampaign,
    kind: fixedChoiceFilter(t("Kind"), [
      { value: "click", label: t("Clicks") },
      { value: "view", label: t("Ad views") },
    ]),
    platform: fixedChoiceFilter(t("Platform"), namedChoices(platformNames, clickPlatforms)),
    country: countryFilter,
    counted: countedFilter,
    ...adPartFilters,
    publisher: publisherFilter,
    source: fixedChoiceFilter(t("Source"), [
      { value: "link", label: t("Followed links") },
      { value: "server", label: t("Network's server") },
    ]),
    variant: textFilter(t("Variant"), { placeholder: t("Variant name") }),
  },
  empty: {
    icon: MousePointerClick,
    text: t("Clicks appear here the moment someone follows a campaign's link."),
    Start: FirstClick,
  },
});

export default function ClicksPage() {
  return <ListPage screen={clicks} />;
}
