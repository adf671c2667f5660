"use client";

import { GitCompareArrows } from "lucide-react";
import { CampaignCell, InstallCell, TextCell } from "@/app/(dashboard)/shell/facts/fact-cells";
import { platformColumn } from "@/app/(dashboard)/shell/facts/fact-columns";
import { networkFilter, paidCampaign } from "@/app/(dashboard)/shell/facts/fact-filters";
import { methodNames } from "@/app/(dashboard)/shell/facts/install-labels";
import { ListPage } from "@/app/(dashboard)/shell/list/list";
import { daysFilter, fixedChoiceFilter } from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { fullDay } from "@/components/format";
import { t } from "@/lib/base/languages/texts";
import { causeNames } from "@/lib/reporting/discrepancies/causes";
import { listedLabel } from "@/lib/reporting/discrepancies/schema";

const installs = listScreen({
  path: "/projects/:project/discrepancies/installs",
  rows: "installs",
  one: t("install"),
  many: t("installs"),
  title: t("Installs behind a difference"),
  description: t("Installs that a network and Cairn count differently, and why."),
  at: "installed_at",
  when: t("Installed"),
  opens: (row, { base }) => `${base}/installs/${row.install_id}`,
  totals: true,
  columns: [
    {
      id: "cause",
      header: t("Cause"),
      cell: ({ cause }) => <span className="whitespace-nowrap">{listedLabel(cause)}</span>,
    },
    {
      id: "claimed",
      header: t("Claimed for"),
      hint: t("The campaign that the network may count it under."),
      cell: ({ claimed_by }, { base }) => <CampaignCell base={base} campaign={claimed_by} />,
    },
    {
      id: "campaign",
      header: t("Attributed to"),
      hint: t("The campaign that Cairn counts it under."),
      cell: ({ campaign }, { base }) => <CampaignCell base={base} campaign={campaign} />,
    },
    { id: "day", header: t("Day"), wide: true, cell: ({ day }) => fullDay(day) },
    platformColumn,
    {
      id: "method",
      header: t("Method"),
      wide: true,
      cell: ({ method }) => <TextCell text={method && (methodNames[method] ?? method)} />,
    },
    {
      id: "install",
      header: t("Install"),
      wide: true,
      cell: ({ install_id }, { base }) => (
        <InstallCell base={base} install={install_id} instance={null} isTest={false} />
      ),
    },
  ],
  filters: {
    days: daysFilter(t("Day")),
    cause: fixedChoiceFilter(
      t("Cause"),
      (["ours", ...causeNames] as const).map((value) => ({ value, label: listedLabel(value) })),
    ),
    campaign: paidCampaign,
    network: networkFilter,
  },
  empty: {
    icon: GitCompareArrows,
    title: t("No installs here"),
    text: t("Installs appear here once a network's figures arrive and differ from Cairn's."),
  },
});

export default function DiscrepantInstallsPage() {
  return <ListPage screen={installs} />;
}
