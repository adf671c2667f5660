/** Decides a simulated install with the rules and code for real ones. Stores no data. */

import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { decide } from "@/lib/attribution/decisions/engine";
import { evidenceContext, findCampaignsByName } from "@/lib/attribution/decisions/gather";
import { installEvidenceOf, touchesOf } from "@/lib/attribution/evidence/evidence";
import type { PendingInstall } from "@/lib/attribution/evidence/install";
import { candidateCampaign, explain } from "@/lib/attribution/explain";
import { presentFinding } from "@/lib/attribution/fraud/labels";
import { fraudChecksOfInstall, installSignsOf } from "@/lib/attribution/fraud-checks/checks";
import { storedRulesOf } from "@/lib/attribution/rule-sets/rule-sets";
import { attributionRulesOf } from "@/lib/attribution/rule-sets/windows";
import { findSimulatedNames } from "@/lib/attribution/simulate/queries";
import type { simulateInput, simulatorResult } from "@/lib/attribution/simulate/schema";
import type { NetworkCrowd } from "@/lib/attribution/touches/match-score";
import type { TouchRow } from "@/lib/attribution/touches/queries";
import { presentScore } from "@/lib/attribution/touches/schema";
import { newId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { knownNetworkCode } from "@/lib/campaigns/known-network";
import { networkLabel } from "@/lib/campaigns/networks";

type Input = z.output<typeof simulateInput>;
type Click = Input["clicks"][number];

/** A simulated install, its evidence and its decision. */
export async function simulateCase(project: Project, { clicks, ...given }: Input, now: Date) {
  const input = {
    ...given,
    clicks: await Promise.all(
      clicks.map(async (click) => ({ ...click, network: await knownNetworkCode(project.id, click.network) })),
    ),
  };
  const names = await findSimulatedNames(
    project.id,
    input.clicks.map(({ campaign }) => campaign),
  );
  for (const [i, { campaign }] of input.clicks.entries())
    if (!names.has(campaign))
      throw new Refusal("invalid_request", "This campaign does not exist.", {
        fields: { [`clicks.${i}.campaign`]: "This campaign does not exist." },
      });
  const rules = attributionRulesOf(input.settings ?? storedRulesOf(project));
  const rows = input.clicks.map((click, i) =>
    rowOf(click, i, now, { network: names.get(click.campaign)!.network, crowd: input.install.crowd }),
  );
  const install = installOf(input, rows, now);
  const evidence = installEvidenceOf(install, await evidenceContext(project));
  const found = rows.filter((_row, i) => input.clicks[i]!.tie !== "none");
  const touches = touchesOf(install, evidence, found, await findCampaignsByName(project, [evidence]), names);
  const signs = installSignsOf(
    {
      receivedAt: now,
      device: install.device_data,
      facts: evidence.facts,
      country: install.country,
      addressList: install.address_list,
      appVersion: install.app_version,
      osVersion: install.os_version,
      blockEntry: null,
    },
    input.install.installs_in_an_hour,
  );
  // The simulator has no publishers, addresses or dates, so the block list does not apply.
  const fraudChecks = fraudChecksOfInstall(
    { ...signs, blocks: [], earlierOf: () => 0 },
    rules.fraud,
    () => null,
  );
  return {
    names,
    rules,
    install,
    evidence,
    rows,
    verdict: decide(evidence.facts, touches, rules, fraudChecks),
  };
}

export async function simulate(
  project: Project,
  input: Input,
  now: Date,
): Promise<z.output<typeof simulatorResult>> {
  const { names, rules, evidence, verdict } = await simulateCase(project, input, now);
  const nameOf = (id: number | null) =>
    id === null ? "no campaign" : (names.get(id)?.name ?? `campaign ${id}`);
  const campaign = verdict.winner
    ? verdict.winner.campaignId === null
      ? (verdict.winner.networkCampaign?.name ?? null)
      : nameOf(verdict.winner.campaignId)
    : null;
  const explanation = explain({
    state: "DECIDED",
    kind: "INSTALL",
    method: verdict.method,
    reason: verdict.reason,
    counted: true,
    confidence: verdict.confidence,
    campaign,
    network: networkLabel(verdict.winner?.network ?? null),
    nameOf,
    evidence: evidence.metaUnread ? { meta: evidence.metaUnread.replace("_", " ") } : {},
    installedAt: evidence.facts.at,
    candidates: verdict.candidates,
  });
  return {
    attribution_type: verdict.type,
    method: verdict.method,
    reason: verdict.reason,
    confidence: verdict.confidence,
    rules: rules.version,
    campaign,
    sentence: explanation.sentence,
    remarks: explanation.remarks,
    candidates: verdict.candidates.map((candidate, i) => ({
      source: candidate.source,
      campaign: candidateCampaign(candidate, { campaign, nameOf }),
      won: candidate.lost === null,
      score: candidate.score,
      ...presentScore(candidate, verdict.confidence),
      text: explanation.candidates[i] ?? "",
      charges: (candidate.charges ?? []).map(presentFinding),
    })),
    charges: verdict.charges.map(presentFinding),
  };
}

const advertisingId = "0f0e0d0c-0b0a-4908-8706-050403020100";

function rowOf(
  click: Click,
  i: number,
  now: Date,
  { network, crowd }: { network: string | null; crowd: NetworkCrowd },
): TouchRow {
  const at = new Date(now.getTime() - click.minutes_before * 60_000);
  return {
    found_by: click.tie === "address" ? "address" : click.tie === "advertising_id" ? "advertising_id" : "id",
    // The larger ID wins between clicks at the same time: the one described last.
    id: `${newId(at).slice(0, 24)}${String(i).padStart(12, "0")}`,
    clicked_at: at,
    kind: click.kind,
    platform: click.platform,
    campaign_id: click.campaign,
    network: click.network ?? network,
    ad_set_id: null,
    ad_set_name: null,
    creative_id: null,
    creative_name: null,
    keyword_id: null,
    keyword_name: null,
    publisher_id: null,
    advertising_id: click.tie === "advertising_id" ? advertisingId : null,
    os_version: click.os_version ?? null,
    device_model: click.device_model ?? null,
    language: click.language ?? null,
    not_counted: click.bot ? "bot" : null,
    is_test: false,
    country: click.country ?? null,
    address_list: click.address_list ?? null,
    block_entry_id: null,
    by_server: null,
    engagement: click.clicks_in_ten_minutes,
    used_by: click.used ? "another install" : null,
    used_by_devices: null,
    no_referrer: click.no_referrer,
    user_agent: null,
    crowd: click.tie === "address" ? crowd : null,
    left_out: 0,
    left_out_uncounted: 0,
  };
}

/** The install as the app would send it. */
function installOf({ install, clicks }: Input, rows: TouchRow[], now: Date): PendingInstall {
  const tied = (tie: Click["tie"]) => rows.find((_row, i) => clicks[i]!.tie === tie);
  const referred = tied("referrer");
  const linked = tied("link");
  const referrer = install.referrer ?? (referred ? `cairn_click=${referred.id}` : undefined);
  const begun =
    install.download_seconds === undefined
      ? undefined
      : Math.floor(now.getTime() / 1_000) - install.download_seconds;
  const sent = {
    install_ref: referrer,
    installBeginTimestampServerSeconds: begun,
    model: install.device_model,
    att_status: install.att_status,
    consent: install.consent_refused ? false : undefined,
    [install.platform === "IOS" ? "idfa" : "gaid"]: tied("advertising_id") ? advertisingId : undefined,
  };
  return {
    id: newId(now),
    install_instance_id: "simulated",
    platform: install.platform,
    installed_at: now,
    app_version: null,
    block_entry_id: null,
    os_version: install.os_version ?? null,
    device_model: install.device_model ?? null,
    language: install.language ?? null,
    country: install.country ?? null,
    address_list: install.address_list ?? null,
    address_key: null,
    link: install.link ?? (linked ? `app://open?cairn_click=${linked.id}` : null),
    is_test: false,
    device_data: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
    consent: null,
    decision_version: 0,
    device_ids: [],
    seen_before: null,
    earlier: [],
  };
}
