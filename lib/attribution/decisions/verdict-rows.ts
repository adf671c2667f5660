import type { Project } from "@/lib/accounts/access/project";
import type { AppleAnswer } from "@/lib/attribution/apple/answer";
import { storeTokens } from "@/lib/attribution/apple/queries";
import type { InstallCase } from "@/lib/attribution/decisions/gather";
import { findParams, findTouched } from "@/lib/attribution/decisions/queries";
import { installKindOf } from "@/lib/attribution/decisions/reinstall";
import type { DecisionRow } from "@/lib/attribution/decisions/store-queries";
import { appleToken } from "@/lib/attribution/evidence/evidence";
import type { Evidence, PendingInstall } from "@/lib/attribution/evidence/install";
import type { Rules } from "@/lib/attribution/rule-sets/windows";
import {
  type AttributionVerdict,
  networkCampaignText,
  type TouchSource,
} from "@/lib/attribution/touches/touches";
import { env } from "@/lib/base/env";
import { networkCampaign } from "@/lib/campaigns/network-campaign";
import { unnamedCampaign, unnamedCampaignLabel } from "@/lib/campaigns/networks";
import { mayMakeCampaign, withCountedAds } from "@/lib/ledger/ad-ids/counted";
import { allowedParams } from "@/lib/traffic/links/deeplink-params";
import { adPlacementOf } from "@/lib/traffic/links/params";
import { withParameters } from "@/lib/traffic/links/rules";

/** Stores tokens; a separate task queries Apple about them later. */
export async function storeAppleTokens(
  project: Project,
  installs: PendingInstall[],
  rules: Rules,
  at: Date,
): Promise<void> {
  if (!rules.apple || env.APPLE_ADSERVICES_URL === null) return;
  const rows = installs.flatMap((install) => {
    const token = install.platform === "ANDROID" ? null : appleToken(install.device_data);
    const received = install.decision_version === 0 ? install.installed_at : at;
    return token === null ? [] : [{ install_id: install.id, token, received_at: received }];
  });
  if (rows.length > 0) await storeTokens(project.id, rows);
}

/** Returns verdicts as rows; creates unknown campaigns of networks. */
export async function decisionRowsOf(
  project: Project,
  cases: InstallCase[],
  verdicts: AttributionVerdict[],
  rules: Rules,
  at: Date,
): Promise<DecisionRow[]> {
  await makeMissing(project, verdicts, at);
  const deeplinks = await deferredLinks(project, verdicts, rules);
  const placements = await placementsOf(project, verdicts);
  const rows = cases.map((one, i) => ({
    ...rowOf(one, verdicts[i]!, deeplinks(verdicts[i]!), rules),
    ...placements(verdicts[i]!, one.evidence),
    project_id: project.id,
  }));
  return withCountedAds(rows, { now: at });
}

/** The app sends the campaign of these sources; Apple's answers and Meta's encrypted referrers are verified. */
const bySender: TouchSource[] = ["tags", "gclid"];

/** Creates a campaign, once, for a winning network campaign that is not linked to one. */
async function makeMissing(project: Project, verdicts: AttributionVerdict[], at: Date): Promise<void> {
  const made = new Map<string, number | null>();
  for (const { winner, reinstallCampaign: stays, candidates } of verdicts) {
    const placed = winner ?? stays;
    if (!placed || placed.campaignId !== null || !placed.networkCampaign) continue;
    const { network, id } = placed.networkCampaign;
    const key = `${network} ${id}`;
    if (!made.has(key)) {
      const mayBeInvented = winner !== null && bySender.includes(winner.source);
      const campaign =
        !mayBeInvented || (await mayMakeCampaign(project.id, { network, id }, at))
          ? { network, id, name: networkCampaignText(placed.networkCampaign) }
          : { network, id: unnamedCampaign, name: unnamedCampaignLabel(network) };
      made.set(key, await networkCampaign(project, campaign));
    }
    placed.campaignId = made.get(key) ?? null;
    for (const candidate of candidates)
      if (candidate.lost === null) candidate.campaign_id = placed.campaignId;
  }
}

/**
 * The deep link for the app: the campaign's, with the data of the followed link. A probable match may be a stranger,
 * who gets only the data that the project allows.
 */
async function deferredLinks(project: Project, verdicts: AttributionVerdict[], rules: Rules) {
  const campaigns = new Set(verdicts.flatMap(({ winner }) => winner?.campaignId ?? []));
  if (campaigns.size === 0) return () => null;
  const deeplinks = new Map(
    (await findTouched(project.id, [...campaigns])).map(({ id, deeplink }) => [id, deeplink]),
  );
  const clicks = verdicts.flatMap(({ winner }) =>
    winner?.clickId && winner.campaignId && deeplinks.get(winner.campaignId) ? [winner.clickId] : [],
  );
  const params: Map<string, Record<string, string>> = clicks.length === 0
    ? new Map()
    : await findParams(project.id, clicks);
  return ({ winner }: AttributionVerdict): string | null => {
    const deeplink = winner?.campaignId ? deeplinks.get(winner.campaignId) : null;
    if (!deeplink) return null;
    const carried = Object.entries((winner?.clickId && params.get(winner.clickId)) || {});
    return withParameters(
      deeplink,
      winner?.source === "probabilistic" ? allowedParams(carried, rules.probabilistic.parameters) : carried,
    );
  };
}

type Shown = Pick<DecisionRow, "meta_ad_id" | "publisher_platform" | "platform_position">;

/** The ad placement is Meta's own value, else the click's parameters, which only clicks on ads have. */
async function placementsOf(project: Project, verdicts: AttributionVerdict[]) {
  const clicks = verdicts.flatMap(({ winner }) =>
    winner?.network && winner.clickId ? [winner.clickId] : [],
  );
  const params = clicks.length === 0 ? new Map() : await findParams(project.id, clicks);
  return ({ winner }: AttributionVerdict, { meta }: Evidence): Shown => {
    const shown = adPlacementOf(Object.entries((winner?.clickId && params.get(winner.clickId)) || {}));
    return {
      meta_ad_id: meta?.reported.adId ?? (winner?.network === "META" ? shown.adId : null),
      publisher_platform: meta?.reported.publisherPlatform ?? shown.publisherPlatform,
      platform_position: meta?.reported.platformPosition ?? shown.platformPosition,
    };
  };
}

/** Lists each rule once, even if it fired several times. */
export function firedRules({ charges: findings }: AttributionVerdict): string[] | null {
  return findings.length === 0 ? null : [...new Set(findings.map(({ rule }) => rule))].sort();
}

function rowOf(
  { install, evidence, leftOut }: InstallCase,
  verdict: AttributionVerdict,
  deeplink: string | null,
  rules: Rules,
): Omit<DecisionRow, keyof Shown> {
  const { winner } = verdict;
  const placed = winner ?? verdict.reinstallCampaign;
  const isLinked = evidence.linkIsOurs || verdict.candidates.some(({ source }) => source === "link");
  return {
    install_id: install.id,
    expected_version: install.decision_version,
    kind: installKindOf({ install, evidence }, rules),
    attribution_type: verdict.type,
    campaign_id: placed?.campaignId ?? null,
    method: verdict.method,
    reason: verdict.reason,
    confidence: verdict.confidence,
    touch: winner ? (winner.kind === "view" ? "VIEW" : "CLICK") : null,
    click_id: winner?.clickId ?? null,
    clicked_at: winner && !winner.untimed ? winner.at : null,
    network: placed?.network ?? null,
    ad_set_id: placed?.adSetId ?? null,
    ad_set_name: placed?.adSetName ?? null,
    creative_id: placed?.creativeId ?? null,
    creative_name: placed?.creativeName ?? null,
    keyword_id: placed?.keywordId ?? null,
    keyword_name: placed?.keywordName ?? null,
    publisher_id: placed?.publisherId ?? null,
    deeplink,
    counted: !install.is_test,
    claims_click: winner !== null && winner.clickId !== null && !winner.isUsedBySame,
    rules: rules.version,
    flags: firedRules(verdict),
    postbacks_withheld: verdict.charges.some(({ level }) => level !== "tag"),
    candidates: verdict.candidates,
    evidence: {
      installed_at: evidence.facts.at.toISOString(),
      referrer: evidence.referrer.kind,
      link: isLinked ? (evidence.link?.displayId ?? null) : null,
      ...(install.address_key === null ? { address: "none" } : {}),
      ...(evidence.metaUnread ? { meta: evidence.metaUnread.replace("_", " ") } : {}),
      ...(evidence.facts.advertisingIds.length > 0 ? { advertising_id: true } : {}),
      seen_before: install.seen_before?.toISOString() ?? null,
      ...(evidence.apple ? { apple: appleLabel(evidence.apple) } : {}),
      ...(evidence.google ? { google: `claim by campaign ${evidence.google.campaignId}` } : {}),
      ...(verdict.charges.length > 0 ? { charges: verdict.charges } : {}),
      ...(leftOut ? { left_out: leftOut } : {}),
      ...(evidence.withheldId ? { id_withheld: evidence.withheldId } : {}),
    },
  };
}

const appleLabel = ({ campaignId, isRedownload, isTest }: AppleAnswer) =>
  isTest ? "test record" : `${isRedownload ? "redownload" : "download"} by campaign ${campaignId}`;
