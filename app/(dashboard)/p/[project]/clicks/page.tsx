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
import { countryName } from "@/lib/base/text/country-name";
import { platformNames } from "@/lib/base/text/platform-names";

const clicks = listScreen({
  path: "/projects/:project/clicks",
  rows: "clicks",
  one: "click",
  many: "clicks",
  title: "Clicks",
  description: "All clicks and ad views, whether they count, and their installs.",
  at: "clicked_at",
  opens: (row, { base }) => row.install_id && `${base}/installs/${row.install_id}`,
  totals: true,
  columns: [
    {
      id: "campaign",
      header: "Campaign",
      cell: ({ campaign }, { base }) =>
        campaign ? <CampaignCell base={base} campaign={campaign} /> : noValueDash,
    },
    {
      id: "counted",
      header: "Counted",
      cell: (row) =>
        row.not_counted !== null ? (
          <Badge tone="neutral">Not: {row.not_counted.replaceAll("_", " ")}</Badge>
        ) : row.is_test ? (
          <Badge tone="warning">Test</Badge>
        ) : (
          <span>{row.kind === "view" ? "As a view" : "Yes"}</span>
        ),
    },
    ...adPartColumns,
    publisherColumn,
    networkColumn,
    platformColumn,
    {
      id: "country",
      header: "Country",
      wide: true,
      cell: ({ country }) => <TextCell text={country && countryName(country)} />,
    },
    { id: "device", header: "Device", hidden: true, cell: (row) => <TextCell text={row.device} /> },
    { id: "browser", header: "Browser", hidden: true, cell: (row) => <TextCell text={row.browser} /> },
    {
      id: "variant",
      header: "Variant",
      wide: true,
      hidden: ({ variant }) => !variant,
      cell: (row) => <TextCell text={row.variant} />,
    },
    {
      id: "source",
      header: "Source",
      hint: "A followed link, or a call of the network's server without a redirect.",
      hidden: true,
      cell: (row) => (row.source === "server" ? "Network's server" : "Link"),
    },
    {
      id: "install",
      header: "Install",
      wide: true,
      cell: (row, { base }) => (
        <InstallCell base={base} install={row.install_id} instance={null} isTest={false} />
      ),
    },
    idColumn("Click ID"),
  ],
  filters: {
    days: daysFilter(),
    campaign: paidCampaign,
    kind: fixedChoiceFilter("Kind", [
      { value: "click", label: "Clicks" },
      { value: "view", label: "Ad views" },
    ]),
    platform: fixedChoiceFilter("Platform", namedChoices(platformNames, clickPlatforms)),
    country: countryFilter,
    counted: countedFilter,
    ...adPartFilters,
    publisher: publisherFilter,
    source: fixedChoiceFilter("Source", [
      { value: "link", label: "Followed links" },
      { value: "server", label: "Network's server" },
    ]),
    variant: textFilter("Variant", { placeholder: "Variant name" }),
  },
  empty: {
    icon: MousePointerClick,
    text: "Clicks appear here the moment someone follows a campaign's link.",
    Start: FirstClick,
  },
});

export default function ClicksPage() {
  return <ListPage screen={clicks} />;
}
