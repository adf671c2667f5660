/** Converts a stored event into the input of deliveries. Pure. */
import type { Project } from "@/lib/accounts/access/project";
import { appleSettingsOf, networkOfId } from "@/lib/apple/postbacks/settings";
import { currencyDigits, millionths } from "@/lib/base/money";
import { ratioNumber } from "@/lib/base/ratio";
import { deviceText, storedAddressName } from "@/lib/facts/app-calls/device";
import { type ConsentPolicy, consentPermissionsOf, type Permissions } from "@/lib/facts/consent/permissions";
import { consentPolicyOf } from "@/lib/facts/consent/policy";
import { consentSignalsOf, noConsentSignals } from "@/lib/facts/consent/signals";
import type { LoadedAlert } from "@/lib/outbound/hydrate/alert";
import type { LoadedDecision, LoadedRow } from "@/lib/outbound/hydrate/row";
import {
  type AlertNumbers,
  type Fact,
  type FactAlert,
  type FactDecision,
  type FactFailedPull,
  type FactInstall,
  type FactKind,
  type FactPostback,
  isOutcome,
} from "@/lib/outbound/mapping/fact";

export type ProjectContext = Pick<Project, "settings" | "currency">;

/** Stored IP addresses are used as long as the project and the user allow it. */
function withoutAddress(
  install: FactInstall,
  policy: ConsentPolicy,
  { adUserData }: Permissions,
): FactInstall {
  if (policy.addresses === "kept" && adUserData) return install;
  const { [storedAddressName]: _address, ...deviceData } = install.deviceData;
  return { ...install, deviceData };
}

export function outboundFactOf(row: LoadedRow, project: ProjectContext): Fact {
  const { event, payment, ad_revenue: earned, open, install } = row;
  // A re-engagement counts for the link's campaign, independently of the install's campaign.
  const back = open && {
    ...open,
    ad_set_name: null,
    creative_name: null,
    keyword_name: null,
    touch: "CLICK",
  };
  const decision = row.decision && decisionOf({ ...row.decision, ...back });
  const signals = row.consent ?? (install ? consentSignalsOf(install.device_data) : noConsentSignals);
  const about = { policy: consentPolicyOf(project.settings), country: install?.country ?? null };
  const permissions = consentPermissionsOf(signals, about);
  const minor = event?.amount_minor ?? payment?.amount_minor ?? null;
  return {
    uid: row.event_uid,
    kind: kindOf(row, decision),
    id: row.fact_id,
    at: row.fact_at,
    name: event?.name ?? payment?.type ?? null,
    data: event?.data ?? payment?.data ?? open?.data ?? {},
    money: earned
      ? { minor: earned.amount_millionths / millionths, currency: earned.currency, isExact: true }
      : minor === null
        ? null
        : { minor, currency: payment?.currency ?? project.currency },
    payment: payment && {
      id: payment.payment_id,
      type: payment.type,
      status: payment.status,
      isRemoved: payment.removed_at !== null,
    },
    adRevenue: earned && {
      network: earned.network,
      placement: earned.placement,
      adUnit: earned.ad_unit,
      adFormat: earned.ad_format,
      precision: earned.precision,
      impressions: earned.impressions,
    },
    wasSent: row.was_sent,
    user: row.user && {
      id: row.user.user_id,
      name: row.user.name,
      email: row.user.email,
      phone: row.user.phone,
    },
    install: install && withoutAddress(installOf(install, row), about.policy, permissions),
    decision,
    previous: row.previous && decisionOf(row.previous),
    click: open ? openAsClick(row, open.url) : row.click && clickOf(row.click),
    alert: row.alert && alertOf(row.alert),
    report: row.report,
    pull: row.pull && pullOf(row.pull),
    applePostback: row.apple_postback && postbackOf(row.apple_postback, project),
    corrected: row.original && {
      kind: row.original.fact,
      isRefunded: row.original.is_refunded,
      why: "",
    },
    url: open?.url ?? null,
    permissions,
    tcString: signals.tc_string,
    isTest: install?.is_test ?? false,
    isErased: row.is_erased || (install?.erased_at ?? null) !== null,
    isWithheld: install?.postbacks_withheld ?? false,
  };
}

const clickOf = ({
  click_parameter: clickParameter,
  publisher_parameter: publisherParameter,
  ...click
}: NonNullable<LoadedRow["click"]>) => ({
  ...click,
  at: new Date(click.clicked_at),
  clickParameter,
  publisherParameter,
});

/** The decision of the last sent version of a correction's conversion, and its click. */
export const sentDecisionOf = ({
  sent_decision: signals,
  sent_click: click,
}: LoadedRow): Pick<Fact, "decision" | "click"> => ({
  decision: signals && decisionOf(signals),
  click: click && clickOf(click),
});

/** The link that brought a user back, with its parameters; not the click of the install. */
function openAsClick({ fact_id, fact_at, install }: LoadedRow, url: string): Fact["click"] {
  const params = URL.canParse(url) ? Object.fromEntries(new URL(url).searchParams) : {};
  return { id: fact_id, at: fact_at, params, country: install?.country ?? null };
}

/** The kind of an install depends on its current outcome. */
function kindOf(row: LoadedRow, decision: FactDecision | null): FactKind {
  const fact = row.original?.fact ?? row.fact;
  if (!isOutcome(fact) || decision === null) return fact;
  if (decision.reason === "fraud") return "rejected";
  return decision.campaign !== null || decision.network !== null ? "install" : "organic";
}

const installOf = (
  install: NonNullable<LoadedRow["install"]>,
  { devices, integrations }: LoadedRow,
): FactInstall => ({
  id: install.id,
  instance: install.install_instance_id,
  at: new Date(install.installed_at),
  kind: install.kind,
  platform: install.platform,
  osVersion: install.os_version,
  deviceModel: install.device_model,
  appVersion: install.app_version,
  country: install.country,
  language: install.language,
  deviceData: install.device_data,
  devices: devices ?? [],
  package: deviceText(install.device_data, "package_name", "bundle_id", "bundleId", "packageName"),
  isUninstalled: install.uninstalled_at !== null,
  serviceIds: serviceIdsOf(integrations ?? {}),
});

/** Apps send objects of any content: only short texts and numbers can be IDs. */
const serviceIdsOf = (integrations: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(integrations).flatMap(([name, id]) => {
      const text = typeof id === "string" || typeof id === "number" ? String(id).trim() : "";
      return text === "" || text.length > 256 ? [] : [[name, text]];
    }),
  );

const alertOf = ({
  rule_id,
  name,
  kind,
  seen,
  latest,
  fired_at,
  resolved_at,
  ...alert
}: LoadedAlert): FactAlert => ({
  ...alert,
  rule: { id: rule_id, name, kind },
  seen: numbersOf(seen),
  latest: numbersOf(latest),
  firedAt: new Date(fired_at),
  resolvedAt: resolved_at === null ? null : new Date(resolved_at),
});

function numbersOf({ value, usual: defaultValue, low, high, unit, currency }: AlertNumbers): AlertNumbers {
  const digits = unit === "money" && currency !== null ? currencyDigits(currency) : null;
  // Averages and costs per unit can have fractions of a minor unit.
  const signals = (number: number | null) => {
    if (number === null) return null;
    if (unit === "ratio") return ratioNumber(number);
    return digits === null ? number : Number((number / 10 ** digits).toFixed(digits + 2));
  };
  return {
    value: signals(value),
    usual: signals(defaultValue),
    low: signals(low),
    high: signals(high),
    unit,
    currency,
  };
}

const pullOf = ({ problem, next_at, url, ...account }: NonNullable<LoadedRow["pull"]>): FactFailedPull => ({
  account,
  problem,
  nextAt: next_at && new Date(next_at).toISOString(),
  url,
});

const postbackOf = (
  row: NonNullable<LoadedRow["apple_postback"]>,
  { settings }: ProjectContext,
): FactPostback => ({
  framework: row.framework,
  uid: row.postback_uid,
  sequence: row.sequence,
  conversionType: row.conversion_type,
  didWin: row.did_win,
  appId: row.app_id,
  networkId: row.network_id,
  network: networkOfId(appleSettingsOf(settings), row.network_id),
  sourceIdentifier: row.source_identifier,
  campaign:
    row.campaign_id === null
      ? null
      : { id: row.campaign_id, name: row.campaign_name ?? "", displayId: row.display_id ?? "" },
  fine: row.fine,
  coarse: row.coarse,
  country: row.country,
  interaction: row.interaction,
  url: row.url,
});

const decisionOf = (row: LoadedDecision): FactDecision => ({
  version: row.version,
  at: new Date(row.decided_at),
  rules: row.rules,
  type: row.attribution_type,
  method: row.method,
  reason: row.reason,
  confidence: row.confidence,
  touch: row.touch,
  network: row.network,
  campaign:
    row.campaign_id === null
      ? null
      : { id: row.campaign_id, name: row.campaign_name ?? "", displayId: row.display_id ?? "" },
  affiliate: row.affiliate,
  adSet: { id: row.ad_set_id, name: row.ad_set_name },
  creative: { id: row.creative_id, name: row.creative_name },
  keyword: { id: row.keyword_id, name: row.keyword_name },
  flags: row.flags ?? [],
});

/** Its install is not attributed yet, so its outcome is unknown. */
export const isUndecided = ({ install }: LoadedRow): boolean =>
  install !== null && install.decision_version === 0;
