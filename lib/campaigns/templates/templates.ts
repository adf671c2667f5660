import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { errorCode } from "@/lib/base/database-failure";
import { Refusal } from "@/lib/base/refusal";
import { showCampaign } from "@/lib/campaigns/table/list";
import {
  findTemplates,
  findUsable,
  renameTemplate,
  storeTemplate,
  type TemplateRow,
  type UsableReferences,
} from "@/lib/campaigns/templates/queries";
import {
  type CampaignTemplate,
  type TemplateInput,
  type TemplateSettings,
  templateNameTakenText,
  templateSettings,
  templateSettingsOf,
  tooManyTemplatesText,
} from "@/lib/campaigns/templates/schema";

export { removeTemplate } from "@/lib/campaigns/templates/queries";

type Context = { by: Actor; now: Date };

const maxTemplates = 200;

const unknown = () => new Refusal("not_found", "Not found.");
const nameTaken = () =>
  new Refusal("already_exists", templateNameTakenText, { fields: { name: templateNameTakenText } });

const present = (row: TemplateRow, usable: UsableReferences): CampaignTemplate => ({
  id: row.id,
  name: row.name,
  settings: stillUsable(row.settings, usable),
  update_at: row.updated_at.toISOString(),
});

/**
 * Rules may be stricter than when the template was saved: a setting that is no longer valid is left out, like removed
 * references.
 */
function stillUsable(stored: unknown, usable: UsableReferences): TemplateSettings {
  const valid: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(templateSettings.shape)) {
    const read = schema.safeParse((stored as Record<string, unknown> | null)?.[name]);
    if (read.success && read.data !== undefined) valid[name] = read.data;
  }
  const settings = templateSettings.parse(valid);
  const {
    domain,
    affiliate_id: affiliate,
    network_account_id: account,
    store_listing_ids: listings,
  } = settings;
  return {
    ...settings,
    domain: domain && usable.hosts.includes(domain) ? domain : null,
    affiliate_id: affiliate && usable.affiliates.includes(affiliate) ? affiliate : null,
    network_account_id: account && usable.accounts.includes(account) ? account : null,
    store_listing_ids: listings.filter((id) => usable.listings.some((each) => each.id === id)),
  };
}

export async function listTemplates(project: Project): Promise<{ templates: CampaignTemplate[] }> {
  const [rows, usable] = await Promise.all([findTemplates(project.id), findUsable(project.id)]);
  return { templates: rows.map((row) => present(row, usable)) };
}

/** Templates as input for rows of a sheet, with the platforms of their listings. */
export async function usableTemplates(project: Project) {
  const [rows, usable] = await Promise.all([findTemplates(project.id), findUsable(project.id)]);
  return rows.map((row) => {
    const { id, name, settings } = present(row, usable);
    const listings = usable.listings.filter((each) => settings.store_listing_ids.includes(each.id));
    return { id, name, usual: { body: settings, domain: settings.domain ?? null, listings } };
  });
}

/** Saves the campaign's current settings. */
export async function saveTemplate(
  project: Project,
  { name, campaign: id, replace }: TemplateInput,
  { by, now }: Context,
): Promise<{ template: CampaignTemplate }> {
  const { campaign } = await showCampaign(project, id);
  const input = { name, settings: templateSettingsOf(campaign), replace, most: maxTemplates };
  const { row, isTaken } = await storeTemplate(project, input, by, now);
  if (row) return { template: present(row, await findUsable(project.id)) };
  throw isTaken ? nameTaken() : new Refusal("limit_reached", tooManyTemplatesText);
}

export async function renameCampaignTemplate(
  project: Project,
  { id, name }: { id: number; name: string },
  { by, now }: Context,
): Promise<{ template: CampaignTemplate }> {
  try {
    const row = await renameTemplate(project, { id, name }, by, now);
    if (!row) throw unknown();
    return { template: present(row, await findUsable(project.id)) };
  } catch (error) {
    if (errorCode(error) === "23505") throw nameTaken();
    throw error;
  }
}
