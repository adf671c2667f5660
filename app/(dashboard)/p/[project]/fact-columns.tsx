import { platformNames } from "@/app/(dashboard)/p/[project]/installs/labels";
import type { Column } from "@/components/table-state";
import { CampaignCell, type CampaignName, InstallCell } from "./fact-cells";

/** What everything that an app told has in common: what brought it, on which install, on which platform. */
export const campaignColumn = <Row extends { campaign: CampaignName | null }>(base: string): Column<Row> => ({
  id: "campaign",
  header: "Campaign",
  cell: (row) => <CampaignCell base={base} campaign={row.campaign} />,
});

type Sent = { install_id: string | null; install_instance_id: string | null; is_test: boolean };

export const installColumn = <Row extends Sent>(base: string): Column<Row> => ({
  id: "install",
  header: "Install",
  cell: (row) => (
    <InstallCell
      base={base}
      install={row.install_id}
      instance={row.install_instance_id}
      isTest={row.is_test}
    />
  ),
});

export const platformColumn = <Row extends { platform: string }>(): Column<Row> => ({
  id: "platform",
  header: "Platform",
  cell: (row) => platformNames[row.platform] ?? row.platform,
});
