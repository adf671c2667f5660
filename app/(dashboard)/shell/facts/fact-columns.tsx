import type { ListColumn } from "@/app/(dashboard)/shell/list/list-screen";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import { networkLabel } from "@/lib/campaigns/networks";
import { CampaignCell, type CampaignCellName, IdCell, InstallCell, TextCell, UserCell } from "./fact-cells";

/** The common columns of facts from apps: source, install and platform. */
export const campaignColumn: ListColumn<{ campaign: CampaignCellName | null }> = {
  id: "campaign",
  header: t("Campaign"),
  cell: ({ campaign }, { base }) => <CampaignCell base={base} campaign={campaign} />,
};

type Sent = { install_id: string | null; install_instance_id: string | null; is_test: boolean };

export const installColumn: ListColumn<Sent> = {
  id: "install",
  header: t("Install"),
  wide: true,
  cell: (row, { base }) => (
    <InstallCell
      base={base}
      install={row.install_id}
      instance={row.install_instance_id}
      isTest={row.is_test}
    />
  ),
};

export const platformColumn: ListColumn<{ platform: string }> = {
  id: "platform",
  header: t("Platform"),
  wide: true,
  cell: (row) => platformNames[row.platform] ?? row.platform,
};

export const userColumn: ListColumn<{ user_id: string }> = {
  id: "user",
  header: t("User"),
  cell: (row) => <UserCell user={row.user_id} />,
};

export const networkColumn: ListColumn<{ network: string | null }> = {
  id: "network",
  header: t("Network"),
  wide: true,
  cell: ({ network }) => <TextCell text={network && networkLabel(network)} />,
};

type InCampaign = { ad_set: string | null; creative: string | null; keyword: string | null };

export const adPartColumns: readonly ListColumn<InCampaign>[] = [
  { id: "ad_set", header: t("Ad set"), wide: true, cell: (row) => <TextCell text={row.ad_set} /> },
  { id: "creative", header: t("Creative"), wide: true, cell: (row) => <TextCell text={row.creative} /> },
  { id: "keyword", header: t("Keyword"), hidden: true, cell: (row) => <TextCell text={row.keyword} /> },
];

export const publisherColumn: ListColumn<{ publisher: string | null }> = {
  id: "publisher",
  header: t("Publisher"),
  hidden: true,
  wide: true,
  cell: (row) => <TextCell text={row.publisher} />,
};

export const idColumn = (header: string): ListColumn<{ id: string }> => ({
  id: "id",
  header,
  hidden: true,
  cell: ({ id }) => <IdCell id={id} />,
});
