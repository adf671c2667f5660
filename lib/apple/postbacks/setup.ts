import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { findOwnerOfApp } from "@/lib/apple/postbacks/queries";
import { appleSettingsOf, likelyDomain } from "@/lib/apple/postbacks/settings";
import {
  findAppleSetupSources,
  findApps,
  findPrimaryHost,
  findUnassigned,
  storeAppleSetup,
} from "@/lib/apple/postbacks/setup-queries";
import type { AppleSetup, SetupInput } from "@/lib/apple/postbacks/setup-schema";
import { defaultNetworks } from "@/lib/apple/sources/network-ids";
import { Refusal } from "@/lib/base/refusal";

const ninetyDaysMs = 90 * 86_400_000;

export async function showAppleSetup(project: Project, now: Date): Promise<AppleSetup> {
  const [apps, sources, unassigned, host] = await Promise.all([
    findApps(project.id),
    findAppleSetupSources(project.id),
    findUnassigned(project.id, new Date(now.getTime() - ninetyDaysMs)),
    findPrimaryHost(project.id),
  ]);
  const { domain, networks } = appleSettingsOf(project.settings);
  const postedTo = domain ?? likelyDomain(host);
  const owners = await Promise.all(apps.map(({ app_id }) => findOwnerOfApp(app_id, postedTo)));
  return {
    apps: apps.map(({ last_at, ...app }, at) => ({
      ...app,
      is_elsewhere: owners[at] !== null && owners[at]?.id !== project.id,
      last_at: last_at?.toISOString() ?? null,
    })),
    domain,
    likely_domain: likelyDomain(host),
    networks,
    usual_networks: { ...defaultNetworks },
    sources: [...sources],
    unassigned: [...unassigned],
  };
}

export async function saveAppleSetup(
  project: Project,
  { sources, ...settings }: SetupInput,
  by: Actor,
  now: Date,
): Promise<void> {
  const strangers = new Set(await storeAppleSetup(project, settings, sources, by, now));
  if (strangers.size === 0) return;
  const fields = sources.flatMap(({ campaign_id }, at) =>
    strangers.has(campaign_id) ? [[`sources.${at}.campaign_id`, "Choose a campaign of this project."]] : [],
  );
  throw new Refusal("invalid_request", "Choose a campaign of this project.", {
    fields: Object.fromEntries(fields),
  });
}
