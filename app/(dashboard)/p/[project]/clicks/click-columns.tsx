import { countryName } from "@/app/(dashboard)/country-name";
import { CampaignCell, InstallCell, TextCell } from "@/app/(dashboard)/p/[project]/fact-cells";
import { platformColumn } from "@/app/(dashboard)/p/[project]/fact-columns";
import type { Column } from "@/components/table-state";
import { Badge } from "@/components/ui/badge";
import { When } from "@/components/when";
import { networkOfCode } from "@/lib/campaigns/networks";
import type { ListedClick } from "@/lib/reporting/lists/clicks/schema";

const none = <span className="text-faint">–</span>;

const text = (value: string | null) => <TextCell text={value} />;

export function clickColumns(base: string, timeZone: string): Column<ListedClick>[] {
  return [
    {
      id: "clicked",
      header: "When",
      fixed: true,
      cell: (row) => <When at={row.clicked_at} timeZone={timeZone} />,
    },
    {
      id: "campaign",
      header: "Campaign",
      cell: (row) => (row.campaign ? <CampaignCell base={base} campaign={row.campaign} /> : none),
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
    {
      id: "install",
      header: "Led to",
      cell: (row) => <InstallCell base={base} install={row.install_id} instance={null} isTest={false} />,
    },
    { id: "ad_set", header: "Ad set", cell: (row) => text(row.ad_set) },
    { id: "creative", header: "Creative", cell: (row) => text(row.creative) },
    { id: "keyword", header: "Keyword", hidden: true, cell: (row) => text(row.keyword) },
    {
      id: "network",
      header: "Network",
      cell: (row) => text(row.network && (networkOfCode(row.network)?.label ?? row.network)),
    },
    platformColumn(),
    { id: "country", header: "Country", cell: (row) => text(row.country && countryName(row.country)) },
    { id: "device", header: "Device", hidden: true, cell: (row) => text(row.device) },
    { id: "browser", header: "Browser", hidden: true, cell: (row) => text(row.browser) },
  ];
}
