import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ConsentPolicy, consentPermissionsOf } from "@/lib/facts/consent/permissions";
import { type ConsentSignals, noConsentSignals, withStringAnswers } from "@/lib/facts/consent/signals";
import { evaluateCandidate } from "@/lib/outbound/audiences/evaluate";
import type { AudienceCandidate, AudienceKind } from "@/lib/outbound/audiences/kinds/kind";
import { audienceKinds } from "@/lib/outbound/audiences/kinds/kinds";
import { destinationKinds } from "@/lib/outbound/kinds/kinds";
import { macros } from "@/lib/outbound/kinds/postbacks/macros";
import type { Fact, FactInstall, FactKind } from "@/lib/outbound/mapping/fact";
import type { DestinationKind } from "@/lib/outbound/mapping/kind";
import { prepare } from "@/lib/outbound/mapping/prepare";
import { outboundRule } from "@/lib/outbound/mapping/rule";
import {
  type ConsentState,
  consentStates,
  type PrivacyMatrix,
  type SharedData,
  type SharedField,
} from "@/lib/outbound/privacy/labels";
import { aTcString, everyPurpose, ofAChild, optedOut } from "@/testing/networks/consent-strings";
import { aFact, androidInstall, factNow, iphone } from "@/testing/networks/facts";

/** The matrix is made by sending facts whose fields differ one at a time. */
const file = join(import.meta.dirname, "matrix.json");
const stored: PrivacyMatrix = JSON.parse(readFileSync(file, "utf8"));

const template = `https://partner.example/postback?${Object.keys(macros)
  .map((name) => `${name}={${name}}`)
  .join("&")}`;
const templates = {
  method: "GET",
  install_url: template,
  event_url: template,
  payment_url: template,
  daily_cap: null,
};
const properties = { event_data: true, install_ids: true };

/** Settings with which a destination receives as much as possible. */
const settings: Record<string, Record<string, unknown>> = {
  meta: { dataset_id: "111" },
  google: { customer_id: "123-456-7890", conversion_action: "11", client_id: "c" },
  google_app: { link_id: "31FF8D67E5BB5DD5029DCC2734C2F884" },
  tiktok: { app_id: "700", app_store_id: "1" },
  snap: { snap_app_id: "5e3f", app_store_id: "1" },
  reddit: { pixel_id: "t2_abc" },
  pinterest: { ad_account_id: "549", app_store_id: "1" },
  microsoft: { tag_id: "97" },
  x: { pixel_id: "o8z6j", event_id: "o87ne" },
  quora: { account_id: "999", currency: "USD" },
  amazon_ads: { account_id: "5512", client_id: "amzn1.app" },
  yandex: { counter_id: "24" },
  linkedin: { conversion_rule: "11" },
  unity_ads: { game_id: "11004" },
  custom_network: { network: "Acme_Ads", ...templates },
  google_analytics: { stream: "G-ABC1234567", ...properties },
  mixpanel: { project_id: "123", username: "cairn", ...properties },
  posthog: { url: "https://eu.i.posthog.com/", ...properties },
  rudderstack: { url: "https://plane.example.com", ...properties },
  braze: { url: "https://rest.iad-01.braze.com", ...properties },
  clevertap: { account_id: "W8-XYZ", ...properties },
  affiliate: { affiliate: "Peak Media", ...templates },
  webhook: { url: "https://x.example/", full: true, personal: true },
  http: { url: template, method: "GET" },
};
const chosen = (kind: DestinationKind) =>
  ["affiliate", "webhook", "http"].includes(kind.code) ||
  kind.fields.some(({ name }) => name === "install_url");
const parsedSettings = new Map(
  destinationKinds.map((kind) => [
    kind.code,
    kind.settings.parse(settings[kind.code] ?? (chosen(kind) ? templates : properties)),
  ]),
);

const granted = { ad_user_data: true, ad_personalization: true, ad_storage: true };
const inEurope = { ...granted, eea: true, att_status: "AUTHORIZED" as const };
const inAmerica = { ...granted, att_status: "AUTHORIZED" as const };

const answers: Record<ConsentState, Partial<ConsentSignals>> = {
  allowed: { ...inEurope, tc_string: aTcString(everyPurpose) },
  no_personalization: { ...inEurope, ad_personalization: false },
  refused: { ...inEurope, tc_string: aTcString() },
  no_vendor: { ...inEurope, tc_string: aTcString({ ...everyPurpose, vendors: [] }) },
  opted_out: { ...inAmerica, gpp_string: optedOut },
  child: { ...inAmerica, gpp_string: ofAChild },
  tracking_denied: { ...granted, att_status: "DENIED", limit_ad_tracking: true },
  not_asked: { ...granted, att_status: "NOT_DETERMINED" },
};
const policy: ConsentPolicy = { inside: "denied", outside: "granted" };

function consentOf(state: ConsentState): Pick<Fact, "permissions" | "tcString"> {
  const signals = withStringAnswers({ ...noConsentSignals, ...answers[state] }, null);
  return {
    permissions: consentPermissionsOf(signals, { policy, country: "US" }),
    tcString: signals.tc_string,
  };
}

const states = Object.keys(consentStates) as ConsentState[];
const consents = new Map(states.map((state) => [state, consentOf(state)]));

/** The second value of each field. */
const other = "ZZQ9";
const otherId = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
const inInstall = (change: (install: FactInstall) => Partial<FactInstall>) => (fact: Fact) => ({
  ...fact,
  install: fact.install && { ...fact.install, ...change(fact.install) },
});
const inDevices = (...kinds: string[]) =>
  inInstall(({ devices }) => ({
    devices: devices.map((each) => (kinds.includes(each.kind) ? { ...each, id: otherId } : each)),
  }));
const inData = (name: string, value: string) =>
  inInstall(({ deviceData }) => ({ deviceData: { ...deviceData, [name]: value } }));
const inUser =
  (change: Partial<NonNullable<Fact["user"]>>) =>
  (fact: Fact): Fact => ({ ...fact, user: fact.user && { ...fact.user, ...change } });
const each = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, `${other}${name}`]));

/** Changes a field, and the text by which it would be found if it is not hashed. */
const changes: Record<SharedField, { change(fact: Fact): Fact; plain: string[] }> = {
  advertising_id: { change: inDevices("gaid", "idfa"), plain: [otherId] },
  vendor_id: { change: inDevices("idfv"), plain: [otherId] },
  email: { change: inUser({ email: "zoe@other.example" }), plain: ["zoe@other.example"] },
  phone: { change: inUser({ phone: "+15550009999" }), plain: ["5550009999"] },
  name: { change: inUser({ name: `Zoe ${other}` }), plain: [`zoe ${other}`] },
  user_id: { change: inUser({ id: `u-${other}` }), plain: [`u-${other}`] },
  install_id: {
    change: inInstall(() => ({ id: otherId, instance: otherId })),
    plain: [otherId],
  },
  service_id: { change: inInstall(({ serviceIds }) => ({ serviceIds: each(serviceIds) })), plain: [other] },
  click_id: {
    change: (fact) => ({
      ...fact,
      url: `https://links.example.com/?gclid=${other}`,
      click: fact.click && { ...fact.click, params: each(fact.click.params) },
    }),
    plain: [other],
  },
  install_referrer: { change: inData("install_ref", `gclid=${other}`), plain: [other] },
  ip_address: { change: inData("ip_address", "198.51.100.77"), plain: ["198.51.100.77"] },
  user_agent: { change: inData("user_agent", other), plain: [other] },
  device: {
    change: inInstall(() => ({
      deviceModel: other,
      osVersion: "9.8.7",
      language: "cy-GB",
      appVersion: "6.7.8",
    })),
    plain: [other, "9.8.7", "cy", "6.7.8"],
  },
  country: {
    change: (fact) =>
      inInstall(() => ({ country: "NZ" }))({
        ...fact,
        click: fact.click && { ...fact.click, country: "NZ" },
      }),
    plain: ["nz"],
  },
  campaign: {
    change: (fact) => ({
      ...fact,
      decision: fact.decision && {
        ...fact.decision,
        campaign: { id: 99, name: other, displayId: other },
        adSet: { id: other, name: other },
        creative: { id: other, name: other },
      },
    }),
    plain: [other],
  },
  amount: {
    change: (fact) => ({ ...fact, money: fact.money && { ...fact.money, minor: 123_456 } }),
    plain: ["1234.56"],
  },
  event_data: { change: (fact) => ({ ...fact, data: each(fact.data) }), plain: [other] },
};

const conversions = [
  "install",
  "reengagement",
  "signup",
  "event",
  "payment",
] as const satisfies readonly FactKind[];

/** The facts that a destination receives, attributed to its own network. */
function factsFor(kind: DestinationKind, state: ConsentState): Fact[] {
  const network = kind.code === "custom_network" ? "Acme_Ads" : (kind.network ?? "META");
  const consent = consents.get(state);
  const installs = state === "not_asked" ? [iphone] : [androidInstall, iphone];
  return installs.flatMap((install) =>
    conversions
      .filter((on) => kind.accepts.includes(on))
      .flatMap((on): Fact[] => {
        const fact = aFact(on, install, { ...consent, url: `https://links.example.com/?gclid=${on}` });
        const own = { ...fact, decision: fact.decision && { ...fact.decision, network } };
        // Without a user, other IDs are sent.
        return [own, { ...own, user: null }];
      }),
  );
}

/** Events of networks that accept only their own; payments have an amount only under some names. */
const ownNames: Record<string, [event: string, payment: string]> = {
  meta: ["name_1", "Purchase"],
  pinterest: ["custom", "custom"],
  quora: ["Generic", "Purchase"],
  amazon_ads: ["OTHER", "OFF_AMAZON_PURCHASES"],
};

function prepared(kind: DestinationKind, fact: Fact) {
  const [event, payment] = ownNames[kind.code] ?? ["name_1", "name_1"];
  const sends = kind.sends ? "11" : fact.kind === "payment" ? payment : event;
  const rule = outboundRule.parse({ on: fact.kind, sends });
  return prepare({
    kind,
    settings: parsedSettings.get(kind.code),
    rules: [],
    rule,
    fact,
    isDuplicate: false,
    now: factNow,
  });
}

function requestOf(kind: DestinationKind, fact: Fact): string | null {
  const made = prepared(kind, fact);
  if ("skipped" in made) return null;
  const { payload } = made.rendered;
  const row = { uid: fact.uid, deliveryId: "d-1", payload, text: JSON.stringify(payload) };
  const secrets = {
    access_token: "t",
    pixel_token: "t",
    api_key: "k",
    write_key: "w",
    secret: `whsec_${"A".repeat(32)}`,
    previous: null,
  };
  const destination = {
    settings: parsedSettings.get(kind.code),
    secrets,
    token: "t",
    base: "https://base.example",
    tokenUrl: "",
  };
  const { url, headers, body } = kind.request([row], destination as never, factNow);
  return decodeURIComponent(`${url} ${JSON.stringify(headers)} ${body ?? ""}`).toLowerCase();
}

/** The fields that change the request if they change, and why nothing is sent if there are no requests. */
function sharedBy(kind: DestinationKind, state: ConsentState): SharedData {
  const facts = factsFor(kind, state);
  const requests = facts.map((fact) => requestOf(kind, fact));
  if (requests.every((request) => request === null)) {
    const [first] = facts.map((fact) => prepared(kind, fact));
    return { skipped: first && "skipped" in first ? first.skipped : "" };
  }
  const found: Partial<Record<SharedField, "plain" | "hashed">> = {};
  for (const field of Object.keys(changes) as SharedField[]) {
    const { change, plain } = changes[field];
    for (const [n, fact] of facts.entries()) {
      const request = requestOf(kind, change(fact));
      if (requests[n] === null || request === null || request === requests[n]) continue;
      if (plain.some((text) => request.includes(text.toLowerCase()))) found[field] = "plain";
      else found[field] ??= "hashed";
    }
  }
  return found;
}

const candidateOf = ({ install, user, permissions, tcString }: Fact): AudienceCandidate => ({
  installId: install!.id,
  instance: install!.instance,
  platform: install!.platform,
  devices: install!.devices,
  user,
  ...{ permissions, tcString, isTest: false, isErased: false },
});

/** The IDs that an audience receives. */
function sharedWithAudience(kind: AudienceKind, state: ConsentState): SharedData {
  const installs = state === "not_asked" ? [iphone] : [androidInstall, iphone];
  const facts = installs.map((install) => aFact("install", install, consents.get(state)));
  const idsOf = (fact: Fact) => {
    const evaluated = evaluateCandidate(kind, candidateOf(fact));
    return "ids" in evaluated ? JSON.stringify(evaluated.ids).toLowerCase() : null;
  };
  const before = facts.map(idsOf);
  if (before.every((ids) => ids === null)) {
    const evaluated = evaluateCandidate(kind, candidateOf(facts[0]!));
    return { skipped: "skipped" in evaluated ? evaluated.skipped : "" };
  }
  const found: Partial<Record<SharedField, "plain" | "hashed">> = {};
  for (const [field, { change, plain }] of Object.entries(changes) as [
    SharedField,
    (typeof changes)[SharedField],
  ][])
    for (const [n, fact] of facts.entries()) {
      const ids = idsOf(change(fact));
      if (before[n] === null || ids === null || ids === before[n]) continue;
      if (plain.some((text) => ids.includes(text.toLowerCase()))) found[field] = "plain";
      else found[field] ??= "hashed";
    }
  return found;
}

const audienceRow = (kind: AudienceKind) => ({
  code: `audience_${kind.code}`,
  label: kind.service === null ? `Audience: ${kind.label}` : kind.label,
  group: "audience" as const,
});

test("the matrix has every destination and every consent", () => {
  if (process.env.WRITE_EXAMPLES) {
    const audiences: PrivacyMatrix = audienceKinds.map((kind) => ({
      ...audienceRow(kind),
      isChosen: false,
      shares: Object.fromEntries(states.map((state) => [state, sharedWithAudience(kind, state)])) as never,
    }));
    const destinations: PrivacyMatrix = destinationKinds.map((kind) => ({
      code: kind.code,
      label: kind.label,
      group: kind.group,
      isChosen: chosen(kind),
      shares: Object.fromEntries(states.map((state) => [state, sharedBy(kind, state)])) as never,
    }));
    writeFileSync(file, `${JSON.stringify([...destinations, ...audiences], null, 1)}\n`);
  }
  const matrix: PrivacyMatrix = JSON.parse(readFileSync(file, "utf8"));
  expect(matrix.map(({ code, label, group }) => ({ code, label, group }))).toEqual([
    ...destinationKinds.map(({ code, label, group }) => ({ code, label, group })),
    ...audienceKinds.map(audienceRow),
  ]);
  for (const { shares } of matrix) expect(Object.keys(shares)).toEqual(states);
});

describe.each(destinationKinds.map((kind) => [kind.code, kind] as const))("%s", (code, kind) => {
  test.each(states)("receives with the consent %s what the matrix says", (state) => {
    expect(sharedBy(kind, state)).toEqual(stored.find((each) => each.code === code)?.shares[state]);
  });
});

describe.each(audienceKinds.map((kind) => [audienceRow(kind).code, kind] as const))("%s", (code, kind) => {
  test.each(states)("receives with the consent %s what the matrix says", (state) => {
    expect(sharedWithAudience(kind, state)).toEqual(stored.find((each) => each.code === code)?.shares[state]);
  });
});
