import type { Project } from "@/lib/accounts/access/project";
import { findTokens } from "@/lib/attribution/apple/queries";
import { findLinkHosts, findTouched } from "@/lib/attribution/decisions/queries";
import {
  type ClickHolder,
  type InstallWithTouches,
  storedClickHolder,
} from "@/lib/attribution/evidence/click-holders";
import {
  appleToken,
  installEvidenceOf,
  neededByEvidence,
  touchesOf,
} from "@/lib/attribution/evidence/evidence";
import { findGoogleClaims } from "@/lib/attribution/evidence/google-claim-queries";
import type { Evidence, PendingInstall } from "@/lib/attribution/evidence/install";
import { metaKeyOf } from "@/lib/attribution/evidence/meta-key";
import { networkClaimsOf } from "@/lib/attribution/evidence/network-claims";
import { findNamedCampaigns } from "@/lib/attribution/evidence/queries";
import { fraudChecksOf } from "@/lib/attribution/fraud-checks/checks";
import type { Rules } from "@/lib/attribution/rule-sets/windows";
import { findTouches } from "@/lib/attribution/touches/queries";
import { type SkippedRows, sumSkippedRows } from "@/lib/attribution/touches/skipped-rows";
import type { FraudChecks } from "@/lib/attribution/touches/touches";
import { consentPolicyOf } from "@/lib/facts/consent/policy";

/** An install with all inputs of its decision. */
export type InstallCase = InstallWithTouches & {
  evidence: Evidence;
  fraudChecks: FraudChecks;
  leftOut: SkippedRows | null;
};

/** The project's key, hosts and policy, which are needed to read evidence. */
export async function evidenceContext(project: Project) {
  const hosts = new Set((await findLinkHosts(project.id)).map((row) => row.host));
  return { metaKey: metaKeyOf(project), hosts, policy: consentPolicyOf(project.settings) };
}

/** Reads the data of installs and of touches that could have led to them. Makes and writes no decision. */
export async function gatherCases(
  project: Project,
  pending: PendingInstall[],
  rules: Rules,
  at: Date,
): Promise<InstallCase[]> {
  const known = await evidenceContext(project);
  const tokens = rules.apple ? await tokensOf(project, pending) : null;
  const claims = await googleClaimsOf(project, pending);
  const evidence = pending.map((install) =>
    installEvidenceOf(install, known, {
      token: tokens?.get(install.id) ?? null,
      google: claims.get(install.id) ?? null,
    }),
  );
  const [found, campaigns] = await Promise.all([
    findTouches(
      project.id,
      pending.map((install, i) => neededByEvidence(install, evidence[i]!, rules)),
      rules.fraud.hyper_engagement.level !== "off",
    ),
    findCampaignsByName(project, evidence),
  ]);
  const holders = new Map<string, ClickHolder>();
  const named = new Set<number>();
  for (const row of found.flat()) {
    if (row.campaign_id !== null) named.add(row.campaign_id);
    const holder = storedClickHolder(row);
    if (holder) holders.set(row.id, holder);
  }
  const touched = await findTouched(project.id, [...named]);
  const ofTouches = new Map(touched.map((campaign) => [campaign.id, campaign]));
  const touches = pending.map((install, i) =>
    touchesOf(install, evidence[i]!, found[i]!, campaigns, ofTouches),
  );
  const suspects = pending.map((install, i) => ({
    id: install.id,
    receivedAt: install.installed_at,
    device: install.device_data,
    country: install.country,
    addressKey: install.address_key,
    addressList: install.address_list,
    isNew: install.decision_version === 0,
    appVersion: install.app_version,
    osVersion: install.os_version,
    blockEntry: install.block_entry_id,
    facts: evidence[i]!.facts,
    touches: touches[i]!,
  }));
  const accusers = await fraudChecksOf(project, suspects, rules.fraud, at);
  return pending.map((install, i) => ({
    install,
    evidence: evidence[i]!,
    touches: touches[i]!,
    holders,
    fraudChecks: accusers[i]!,
    leftOut: sumSkippedRows(found[i]!),
  }));
}

async function tokensOf(project: Project, pending: PendingInstall[]) {
  const withToken = pending.filter(({ device_data }) => appleToken(device_data) !== null).map(({ id }) => id);
  const rows = withToken.length === 0 ? [] : await findTokens(project.id, withToken);
  return new Map(rows.map((row) => [row.install_id, row]));
}

/** Only a decided install has a claim, because its first event is sent after the decision. */
async function googleClaimsOf(project: Project, pending: PendingInstall[]) {
  const decided = pending.filter(({ decision_version }) => decision_version > 0).map(({ id }) => id);
  const rows = decided.length === 0 ? [] : await findGoogleClaims(project.id, decided);
  return new Map(rows.map(({ install_id, claim }) => [install_id, claim]));
}

export function findCampaignsByName(project: Project, evidence: Evidence[]) {
  const displayIds = new Set<string>();
  const networkIds = new Set<string>();
  for (const one of evidence) {
    const { link, referrer } = one;
    if (link?.displayId) displayIds.add(link.displayId);
    if (!referrer.clickId && referrer.utmCampaign) displayIds.add(referrer.utmCampaign);
    for (const { network, id } of networkClaimsOf(one)) networkIds.add(`${network} ${id}`);
  }
  return displayIds.size + networkIds.size === 0
    ? []
    : findNamedCampaigns(project.id, [...displayIds], [...networkIds]);
}
