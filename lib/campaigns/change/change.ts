import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { changedMeanwhile } from "@/lib/base/fields";
import { Refusal } from "@/lib/base/refusal";
import {
  type CampaignSchedule,
  removeCampaigns,
  type SettingChanges,
  storeArchived,
  updateSchedules,
  updateSettings,
  updateStates,
  updateTags,
} from "@/lib/campaigns/change/queries";
import { knownNetworkCode } from "@/lib/campaigns/known-network";
import { checkSchedule, resolveReferences } from "@/lib/campaigns/settings";
import {
  type BulkResult,
  type bulkInput,
  campaignsChangedText,
  tooManyCampaignsText,
} from "@/lib/campaigns/table/bulk-schema";
import { showCampaign, tableFilterOf } from "@/lib/campaigns/table/list";
import { maxBulkCampaigns } from "@/lib/campaigns/table/names";
import { findMatchingIds } from "@/lib/campaigns/table/queries";
import type { CampaignChanges } from "@/lib/campaigns/table/schema";

type Context = { by: Actor; now: Date };

const of = (project: Project) => ({ accountId: project.accountId, projectId: project.id });

/** Changes any settings; absent ones keep their values. */
export async function changeCampaign(
  project: Project,
  id: number,
  { seen, ...changes }: CampaignChanges,
  { by, now }: Context,
) {
  if (changes.starts_at !== undefined || changes.ends_at !== undefined) {
    const { campaign } = await showCampaign(project, id);
    checkSchedule({ ...campaign, ...defined(changes) });
  }
  const input = { ...(await settingsOf(project, changes)), seen: seen ?? null };
  const done = await updateSettings(of(project), [id], input, by, now);
  // Throws if there is no such campaign.
  const changed = await showCampaign(project, id);
  if (done.length === 0) throw new Refusal("changed_meanwhile", changedMeanwhile);
  return changed;
}

/** The columns and listings of changed settings; what they refer to must be in the project. */
async function settingsOf(project: Project, changes: Omit<CampaignChanges, "seen">) {
  const { domain, store_listing_ids: listingIds, is_shortlink: isShortlink, ...sent } = changes;
  const rest = { ...sent, network: await knownNetworkCode(project.id, sent.network) };
  const { link_for_desktop_users: website, link_rules: linkRules, ...columns } = rest;
  const found = await resolveReferences(project, {
    domain: domain || null,
    listingIds,
    affiliateId: changes.affiliate_id,
    networkAccountId: changes.network_account_id,
  });
  const set: SettingChanges = {
    ...defined(columns),
    ...(website === undefined ? {} : { website }),
    ...(domain === undefined ? {} : { domain_id: found.domainId }),
  };
  return {
    columns: set,
    isShortlink: isShortlink ?? null,
    listings: listingIds === undefined ? null : found.listings,
    linkRules: linkRules ?? null,
    detail: defined(changes),
  };
}

const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

export async function changeCampaigns(
  project: Project,
  { ids: given, matching, action, tags = [], schedule = {}, changes = {} }: z.output<typeof bulkInput>,
  { by, now }: Context,
): Promise<BulkResult> {
  const ids = given ?? (await idsOf(project, matching));
  if (action === "schedule") return scheduleMany(project, ids, schedule, { by, now });
  if (action === "archive") return archiveMany(project, ids, { by, now });
  const done = await {
    activate: () => updateStates(of(project), ids, true, by, now),
    deactivate: () => updateStates(of(project), ids, false, by, now),
    restore: async () => (await storeArchived(of(project), ids, false, by, now)).map(({ id }) => id),
    edit: async () => {
      const input = { ...(await settingsOf(project, changes)), seen: null };
      return updateSettings(of(project), ids, input, by, now);
    },
    delete: () => removeCampaigns(of(project), { ids }, by, now),
    tag: () => updateTags(of(project), ids, { add: tags, remove: [] }, by, now),
    untag: () => updateTags(of(project), ids, { add: [], remove: tags }, by, now),
  }[action]();
  return { changed: done.length, ids: done };
}

async function archiveMany(project: Project, ids: number[], { by, now }: Context): Promise<BulkResult> {
  const done = await storeArchived(of(project), ids, true, by, now);
  const active = done.filter((one) => one.was_active);
  return {
    changed: done.length,
    ids: done.map(({ id }) => id),
    previously_active: active.map(({ id }) => id),
  };
}

async function scheduleMany(
  project: Project,
  ids: number[],
  schedule: NonNullable<z.output<typeof bulkInput>["schedule"]>,
  { by, now }: Context,
): Promise<BulkResult> {
  const input = defined(schedule) as Partial<CampaignSchedule>;
  checkSchedule(input);
  const { wrong, changed } = await updateSchedules(of(project), ids, input, by, now);
  if (wrong.length > 0) {
    const named = wrong
      .slice(0, 3)
      .map((name) => `“${name}”`)
      .join(", ");
    const message = `${named}${wrong.length > 3 ? " and others" : ""} would end before the start. Change both.`;
    throw new Refusal("invalid_request", message);
  }
  const before = new Map<string, NonNullable<BulkResult["before"]>[number]>();
  for (const { id, ...was } of changed) {
    const moments = { starts_at: asMoment(was.starts_at), ends_at: asMoment(was.ends_at) };
    const key = JSON.stringify(was);
    const same = before.get(key) ?? {
      ...moments,
      click_limit: was.click_limit,
      reengagement_days: was.reengagement_days,
      ids: [],
    };
    same.ids.push(id);
    before.set(key, same);
  }
  return { changed: changed.length, ids: changed.map(({ id }) => id), before: [...before.values()] };
}

const asMoment = (text: string | null) => text && new Date(text).toISOString();

/** The member confirmed a bulk change for a number of campaigns; if the number has changed, no change is made. */
async function idsOf(project: Project, matching: z.output<typeof bulkInput>["matching"]): Promise<number[]> {
  if (matching === undefined) return [];
  const { count, ...filter } = matching;
  const ids = await findMatchingIds(project.id, await tableFilterOf(project, filter), maxBulkCampaigns + 1);
  if (ids.length > maxBulkCampaigns) throw new Refusal("invalid_request", tooManyCampaignsText);
  if (ids.length !== count) throw new Refusal("wrong_state", campaignsChangedText);
  return ids;
}
