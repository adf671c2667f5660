import type { z } from "zod";
import { env } from "@/lib/base/env";
import { linkBase } from "@/lib/base/web/hosts";
import type { EditedRow, ListedCampaignRow } from "@/lib/campaigns/queries";
import { linksOf } from "@/lib/campaigns/rules";
import type { editedCampaign, listedCampaign } from "@/lib/campaigns/schema";

/** Times are Dates, or text if the row was read as JSON. */
type Edited = Omit<EditedRow, "created_at" | "updated_at"> & {
  created_at: Date | string;
  updated_at: Date | string;
};

export function presentEdited(row: Edited, withPurpose: boolean): z.output<typeof editedCampaign> {
  const isMeta = row.network === "META";
  return {
    display_id: row.display_id,
    name: row.name,
    created_at: new Date(row.created_at).toISOString(),
    update_at: new Date(row.updated_at).toISOString(),
    google: row.network === "GOOGLE",
    meta: isMeta,
    meta_campaign_id: isMeta ? row.network_campaign_id : null,
    meta_web_to_app: isMeta && row.web_to_app,
    active: row.active,
    default_link: row.is_default,
    attributed_users: row.attributed_users,
    ...(withPurpose ? { purpose: row.purpose } : {}),
  };
}

export function presentListed(row: ListedCampaignRow, withPurpose: boolean): z.output<typeof listedCampaign> {
  const { link, shareable } = linksOfRow(row);
  return {
    ...presentEdited(row, withPurpose),
    link,
    shareable_link: shareable,
    domain: row.host,
    store_listings: row.store_listings ?? [],
  };
}

type Linked = { display_id: string; is_shortlink: boolean; deeplink: string | null; host: string | null };

export function linksOfRow(row: Linked): { link: string; shareable: string } {
  const { display_id: displayId, is_shortlink: isShortlink, deeplink, host } = row;
  return linksOf({ displayId, isShortlink, deeplink }, host === null ? null : linkBase(host, env.APP_URL));
}
