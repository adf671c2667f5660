import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { Refusal } from "@/lib/base/refusal";
import type { sheetInput } from "@/lib/campaigns/sheet/schema";
import { showCampaign } from "@/lib/campaigns/table/list";
import { templateSettingsOf } from "@/lib/campaigns/templates/schema";
import { usableTemplates } from "@/lib/campaigns/templates/templates";

/** Defaults for empty settings in rows of a sheet. */
export type SheetDefaults = {
  body: Record<string, unknown>;
  domain: string | null;
  listings: { id: string; platform: string }[];
};

type Chosen = Pick<z.output<typeof sheetInput>, "template" | "saved_template">;

/** `usual` applies to all rows; a row with a template's name uses that template, found by its name in lower case. */
export async function sheetDefaults(
  project: Project,
  { template: campaign, saved_template: saved }: Chosen,
  isNamed: boolean,
): Promise<{ usual: SheetDefaults | null; named: Map<string, SheetDefaults> }> {
  const templates = saved || isNamed ? await usableTemplates(project) : [];
  const chosen = templates.find(({ id }) => id === saved);
  if (saved && !chosen) throw new Refusal("not_found", "Template not found.");
  const named = new Map(templates.map((each) => [each.name.toLowerCase(), each.usual]));
  return { usual: chosen?.usual ?? (campaign ? await defaultOfCampaign(project, campaign) : null), named };
}

async function defaultOfCampaign(project: Project, id: number): Promise<SheetDefaults> {
  const { campaign } = await showCampaign(project, id);
  const { starts_at, ends_at, own_domain: domain, store_listings } = campaign;
  return {
    body: { ...templateSettingsOf(campaign), starts_at, ends_at },
    domain,
    listings: store_listings.map(({ store_listing_id, platform }) => ({ id: store_listing_id, platform })),
  };
}
