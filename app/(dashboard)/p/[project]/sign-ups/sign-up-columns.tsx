import type { Column } from "@/components/table-state";
import { When } from "@/components/when";
import { networkOfCode } from "@/lib/networks";
import type { SignUpRow } from "../../../contract";
import { TextCell, UserCell } from "../fact-cells";
import { campaignColumn, installColumn, platformColumn } from "../fact-columns";

export function signUpColumns(base: string, timeZone: string): Column<SignUpRow>[] {
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
