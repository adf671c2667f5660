import type { ProjectId } from "@/lib/ids";
import { findDecided } from "@/lib/installs/queries";

/** What an app gets to know about where its install came from. */
export async function attributionData(projectId: ProjectId, instance: string | undefined) {
  const install = instance ? await findDecided(projectId, instance) : null;
  if (install?.state !== "DECIDED")
    return { deeplink: "", campaign_data: null, attribution_source: "PENDING" };
  if (install.campaign_display_id === null)
    return { deeplink: "", campaign_data: null, attribution_source: "ORGANIC" };
  return {
    deeplink: install.deeplink ?? "",
    campaign_data: {
      id: install.campaign_display_id,
      name: install.campaign_name ?? "",
      type: "INORGANIC",
      ad_network: install.network ?? "",
      group_name: install.ad_set_name ?? install.ad_set_id ?? "",
      asset_group_name: install.ad_set_name ?? install.ad_set_id ?? "",
      asset_name: install.creative_name ?? install.creative_id ?? "",
      installed_at: isoSeconds(install.installed_at),
      store_click_at: install.clicked_at ? isoSeconds(install.clicked_at) : "",
    },
    attribution_source: install.network ?? "LINK",
  };
}

/** Without milliseconds: clients on iOS cannot parse a fraction. */
const isoSeconds = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;
