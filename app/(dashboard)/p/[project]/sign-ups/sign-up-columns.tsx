import { TextCell, UserCell } from "@/app/(dashboard)/p/[project]/fact-cells";
import { campaignColumn, installColumn, platformColumn } from "@/app/(dashboard)/p/[project]/fact-columns";
import type { Column } from "@/components/table-state";
import { When } from "@/components/when";
import { networkOfCode } from "@/lib/campaigns/networks";
import type { ListedSignUp } from "@/lib/reporting/lists/users/schema";

export function signUpColumns(base: string, timeZone: string): Column<ListedSignUp>[] {
  return [
    { id: "user", header: "User", fixed: true, cell: (row) => <UserCell user={row.id} /> },
    {
      id: "signed_up",
      header: "When",
      cell: (row) => <When at={row.signed_up_at} timeZone={timeZone} className="text-muted" />,
    },
    campaignColumn(base),
    { id: "ad_set", header: "Ad set", cell: (row) => <TextCell text={row.ad_set} /> },
    { id: "creative", header: "Creative", cell: (row) => <TextCell text={row.creative} /> },
    { id: "keyword", header: "Keyword", hidden: true, cell: (row) => <TextCell text={row.keyword} /> },
    {
      id: "network",
      header: "Network",
      hidden: true,
      cell: (row) => <TextCell text={row.network && (networkOfCode(row.network)?.label ?? row.network)} />,
    },
    platformColumn(),
    installColumn(base),
  ];
}
