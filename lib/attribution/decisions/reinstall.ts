/** Finds the campaign that a reinstalled device keeps if no touch led to the reinstall. Pure. */

import type { InstallCase } from "@/lib/attribution/decisions/gather";
import type { EarlierInstall } from "@/lib/attribution/evidence/install";
import type { Rules } from "@/lib/attribution/rule-sets/windows";
import type { AttributionVerdict, CountedCampaign, TouchInstall } from "@/lib/attribution/touches/touches";

/** New campaigns of installs that were attributed again but not stored yet. */
export type ReinstallCampaigns = ReadonlyMap<string, CountedCampaign | null>;

export const keepsPreviousCampaign = (one: InstallCase, rules: Rules) =>
  rules.reinstallKeeps && installKindOf(one, rules) === "REINSTALL";

/** The campaign of the device's latest earlier install that has one. */
function campaignBefore(
  one: InstallCase,
  rules: Rules,
  reinstallCampaigns: ReinstallCampaigns = new Map(),
): CountedCampaign | null {
  if (!keepsPreviousCampaign(one, rules)) return null;
  for (const earlier of one.install.earlier) {
    const moved = reinstallCampaigns.get(earlier.id);
    const placed = moved === undefined ? earlierCampaign(earlier) : moved;
    if (placed !== null) return placed;
  }
  return null;
}

/** Facts of an install, with the campaign of the device's previous install. */
export const touchInstallOf = (
  one: InstallCase,
  rules: Rules,
  reinstallCampaigns?: ReinstallCampaigns,
): TouchInstall => ({
  ...one.evidence.facts,
  before: campaignBefore(one, rules, reinstallCampaigns),
});

export const countedCampaign = ({
  winner,
  reinstallCampaign: stays,
}: AttributionVerdict): CountedCampaign | null => winner ?? stays;

function earlierCampaign(earlier: EarlierInstall): CountedCampaign | null {
  if (earlier.campaign_id === null || earlier.campaign_deleted || earlier.is_test) return null;
  return {
    campaignId: earlier.campaign_id,
    networkCampaign: null,
    network: earlier.network,
    adSetId: earlier.ad_set_id,
    adSetName: earlier.ad_set_name,
    creativeId: earlier.creative_id,
    creativeName: earlier.creative_name,
    keywordId: earlier.keyword_id,
    keywordName: earlier.keyword_name,
    publisherId: earlier.publisher_id,
  };
}

/** An install counts as a reinstall if the device had the app recently. */
export function installKindOf(
  { install: { seen_before, installed_at }, evidence }: Pick<InstallCase, "install" | "evidence">,
  rules: Rules,
): "INSTALL" | "REINSTALL" {
  // Apple reports it for devices that have no other ID.
  if (evidence.apple?.isRedownload && !evidence.apple.isTest) return "REINSTALL";
  const reinstallMs = rules.reinstallDays * 86_400_000;
  return seen_before !== null && installed_at.getTime() - seen_before.getTime() <= reinstallMs
    ? "REINSTALL"
    : "INSTALL";
}
