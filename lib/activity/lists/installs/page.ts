import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import {
  type DecisionVersionRow,
  findCampaignNames,
  findDecisions,
  findDevicesOfInstall,
  findInstallsOfDevice,
  findInstallTimeline,
  type MomentRow,
} from "@/lib/activity/lists/installs/page-queries";
import { findInstall, type InstallDetailRow } from "@/lib/activity/lists/installs/queries";
import { installFields, type installPage } from "@/lib/activity/lists/installs/schema";
import { candidateCampaign, explain, hasNoTime } from "@/lib/attribution/explain";
import type { FraudFinding } from "@/lib/attribution/fraud/findings";
import { fraudLevelNames, presentFinding, ruleName } from "@/lib/attribution/fraud/labels";
import { redecisionReason } from "@/lib/attribution/redecision-reason";
import { presentScore } from "@/lib/attribution/touches/schema";
import { isUuid } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { networkLabel } from "@/lib/campaigns/networks";
import { consentPermissionsOf } from "@/lib/facts/consent/permissions";
import { consentPolicyOf } from "@/lib/facts/consent/policy";
import { findConsentHistory, type KnownConsent } from "@/lib/facts/consent/queries";
import { noConsentSignals } from "@/lib/facts/consent/signals";
import { withoutPersonalData } from "@/lib/facts/users/personal";
import { shownRow } from "@/lib/platform/lists/schema";

type Page = z.output<typeof installPage>;
type Moment = Page["timeline"][number];

const maxOfEach = 200;

type Allowed = { devices: boolean; people: boolean };

/** All data of one install; device data and user identities only for callers with permission. */
export async function installPageOf(project: Project, id: string, may: Allowed): Promise<Page> {
  const row = isUuid(id) ? await findInstall(project.id, id) : null;
  if (!row) throw new Refusal("install_not_found", "Install not found!");
  const versions = await findDecisions(project.id, row.id);
  const force = versions.find(({ version }) => version === row.decision_version);
  const earlier = versions.find(({ version }) => force !== undefined && version < force.version);
  const clickIds = versions.flatMap(({ candidates }) =>
    candidates.flatMap(({ click_id }) => (click_id ? [click_id] : [])),
  );
  const campaigns = versions.flatMap(({ campaign_id, candidates }) => [
    campaign_id,
    ...candidates.map((each) => each.campaign_id),
  ]);
  const [named, moments, device, states] = await Promise.all([
    findCampaignNames(project.id, [...new Set(campaigns.filter((each) => each !== null))]),
    findInstallTimeline(project.id, {
      instance: row.install_instance_id,
      clickIds: [...new Set(clickIds)],
      most: maxOfEach,
    }),
    may.devices ? deviceOf(project, row) : null,
    findConsentHistory(project.id, row.install_instance_id, maxOfEach),
  ]);
  const names = new Map(named.map((each) => [each.id, each.name]));
  const decision = decisionOf(row, force, names);
  const explained = explain(decision);
  return {
    install: presentFull(row, may),
    sentence: explained.sentence,
    decision: explained.decision,
    because: explained.because,
    again: force && earlier ? redecisionReason(force, earlier) : null,
    remarks: explained.remarks,
    candidates: (force?.candidates ?? []).map((each, i) => ({
      source: each.source,
      click_id: each.click_id,
      campaign: candidateCampaign(each, decision),
      network: networkLabel(each.network),
      at: hasNoTime(each, decision.installedAt) ? null : each.at,
      score: each.score,
      ...presentScore(each, force?.confidence ?? 0),
      won: each.lost === null,
      lost: each.lost,
      text: explained.candidates[i] ?? "",
      charges: (each.charges ?? []).map(presentFinding),
    })),
    charges: findingsOf(force).map(presentFinding),
    evidence: evidenceOf(force),
    versions: versions.map((each) => presentVersion(row, each, names)),
    timeline: timelineOf(row, versions, may.people ? moments : moments.map(maskedMoment), names),
    cut: (["event", "payment", "ads", "open"] as const).some(
      (kind) => moments.filter((each) => each.kind === kind).length === maxOfEach,
    ),
    device,
    consent: consentOf(project, row.country, states),
  };
}

function consentOf(project: Project, country: string | null, states: KnownConsent[]): Page["consent"] {
  const about = { policy: consentPolicyOf(project.settings), country };
  const allowed = consentPermissionsOf(states[0] ?? noConsentSignals, about);
  return {
    allowed: {
      ad_user_data: allowed.adUserData,
      ad_personalization: allowed.adPersonalization,
      advertising_id: allowed.advertisingId,
    },
    states: states.map((state) => ({ ...state, reported_at: state.reported_at.toISOString() })),
  };
}

const findingsOf = (version: DecisionVersionRow | undefined) =>
  (version?.evidence.charges ?? []) as FraudFinding[];

/** The evidence without the fraud findings, which are presented separately. */
function evidenceOf(version: DecisionVersionRow | undefined): Record<string, unknown> {
  const { charges: _findings, ...evidence } = version?.evidence ?? {};
  return evidence;
}

const maskedMoment = (moment: MomentRow): MomentRow => {
  const { name: _name, ...unnamed } = moment.detail;
  return {
    ...moment,
    title: moment.kind === "open" ? withoutPersonalData(moment.title) : moment.title,
    detail: withoutPersonalData(moment.kind === "signed_in" ? unnamed : moment.detail),
  };
};

type Names = Map<number, string>;

const nameIn = (names: Names) => (id: number | null) =>
  id !== null && names.has(id) ? `“${names.get(id)}”` : "a deleted campaign";

const decisionOf = (row: InstallDetailRow, version: DecisionVersionRow | undefined, names: Names) => ({
  state: version ? "DECIDED" : row.state === "DECIDED" ? "PENDING" : row.state,
  kind: version?.kind ?? row.kind,
  method: version?.method ?? "",
  reason: version?.reason ?? "",
  confidence: version?.confidence ?? 0,
  campaign: version?.campaign_id == null ? null : (names.get(version.campaign_id) ?? null),
  network: networkLabel(version?.network ?? null),
  counted: version?.counted ?? true,
  evidence: version?.evidence ?? {},
  installedAt: timeOf(version) ?? row.installed_at,
  candidates: version?.candidates ?? [],
  waitsForApple: row.waits_for_apple,
  nameOf: nameIn(names),
});

/** The store's install time, which may be more accurate than the app's first call. */
function timeOf(version: DecisionVersionRow | undefined): Date | null {
  const storeTime = version?.evidence.installed_at;
  return typeof storeTime === "string" && !Number.isNaN(Date.parse(storeTime)) ? new Date(storeTime) : null;
}

function presentVersion(row: InstallDetailRow, version: DecisionVersionRow, names: Names) {
  const { sentence, remarks } = explain(decisionOf(row, version, names));
  return {
    version: version.version,
    decided_at: version.decided_at.toISOString(),
    rules: version.rules,
    sentence,
    remarks,
    method: version.method,
    reason: version.reason,
    confidence: version.confidence,
    counted: version.counted,
    campaign: version.campaign_id === null ? null : (names.get(version.campaign_id) ?? null),
    suspicion: suspicionOf(version),
  };
}

/** Two versions may differ only in their findings. */
function suspicionOf(version: DecisionVersionRow): string | null {
  const rules = new Map(
    findingsOf(version).map(({ rule, level }) => [ruleName(rule), fraudLevelNames[level]]),
  );
  return rules.size === 0
    ? null
    : `Suspicious: ${[...rules].map(([rule, level]) => `${rule} (${level.toLowerCase()})`).join(", ")}.`;
}

function timelineOf(
  row: InstallDetailRow,
  versions: DecisionVersionRow[],
  moments: MomentRow[],
  names: Names,
): Moment[] {
  const all = moments.flatMap((each): Moment[] => {
    const { kind, title, amount_minor, original, detail } = each;
    const one = { kind, at: each.at.toISOString(), title, amount_minor, original, detail };
    if (!each.removed_at) return [one];
    const removal = {
      ...one,
      kind: "removal" as const,
      at: each.removed_at.toISOString(),
      amount_minor: amount_minor === null ? null : -amount_minor,
    };
    return [{ ...one, detail: { ...detail, removed: true } }, removal];
  });
  all.push({
    kind: "install",
    at: row.installed_at.toISOString(),
    title: row.app_version === null ? "" : `version ${row.app_version}`,
    amount_minor: null,
    original: null,
    detail: present({ platform: row.platform, os_version: row.os_version, link: row.link }),
  });
  for (const version of versions) {
    all.push({
      kind: "decision",
      at: version.decided_at.toISOString(),
      title: outcomeOf(version, names),
      amount_minor: null,
      original: null,
      detail: { version: version.version, rules: version.rules },
    });
  }
  if (row.uninstalled_at)
    all.push({
      kind: "uninstall",
      at: row.uninstalled_at.toISOString(),
      title: "",
      amount_minor: null,
      original: null,
      detail: {},
    });
  return all.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || rank[a.kind] - rank[b.kind]);
}

/** The decision as a name; the full sentence is above the timeline. */
function outcomeOf({ method, campaign_id, network }: DecisionVersionRow, names: Names): string {
  if (method === "organic") return "Organic";
  return names.get(campaign_id ?? 0) ?? networkLabel(network) ?? "A deleted campaign";
}

/** The order of facts with the same time, by cause and effect. */
const rank: Record<Moment["kind"], number> = {
  view: 0,
  click: 0,
  install: 1,
  decision: 2,
  open: 3,
  signed_in: 4,
  event: 5,
  payment: 6,
  ads: 7,
  removal: 8,
  uninstall: 9,
};

const present = (all: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));

async function deviceOf(project: Project, row: InstallDetailRow): Promise<Page["device"]> {
  const [ids, siblings] = await Promise.all([
    findDevicesOfInstall(project.id, row.id),
    findInstallsOfDevice(project.id, row.id),
  ]);
  return {
    ids: ids.map((each) => ({ ...each, seen_at: each.seen_at.toISOString() })),
    data: row.device_data,
    user_agent: row.user_agent,
    other_installs: siblings.map((each) => ({
      id: each.id,
      installed_at: each.installed_at.toISOString(),
    })),
  };
}

const presentFull = (row: InstallDetailRow, may: Allowed): Page["install"] => {
  const integrations = row.integrations ?? {};
  return shownRow(installFields, {
    ...row,
    integrations: may.people ? integrations : withoutPersonalData(integrations),
  });
};
