/** Events of two installs, with and without consent and a click. */
import { version } from "@/lib/base/version";
import type { Permissions } from "@/lib/facts/consent/permissions";
import type { Fact, FactDecision, FactInstall, FactKind } from "@/lib/outbound/mapping/fact";
import type { DestinationKind, RenderedPayload, UnsendableReason } from "@/lib/outbound/mapping/kind";
import { amountOf, type OutboundRule, outboundRule, type SentValue } from "@/lib/outbound/mapping/rule";

export const factNow = new Date("2026-11-22T12:00:00Z");
const at = new Date("2026-11-22T10:00:00.250Z");
const clickedAt = new Date("2026-11-22T09:30:00.000Z");

export const androidInstall: FactInstall = {
  id: "01938f00-0000-7000-8000-00000000000a",
  instance: "0b0f6e4c-1d1c-4d43-b1e1-2a6f0c9d7b11",
  at,
  kind: "INSTALL",
  platform: "ANDROID",
  osVersion: "15",
  deviceModel: "Pixel 9",
  appVersion: "4.2.0",
  country: "US",
  language: "en-US",
  deviceData: {
    brand: "google",
    device_name: "Pixel 9",
    system_version: "15",
    bundle_id: "com.example.app",
    build_number: "420",
    timezone: "America/Los_Angeles",
    screen_width: 1080,
    screen_height: 2424,
    ip_address: "203.0.113.7",
    user_agent: "Dalvik/2.1.0 (Linux; U; Android 15; Pixel 9 Build/AP3A.241105.007)",
    build_id: "AP3A.241105.007",
    install_ref: "utm_source=google-play&gclid=Cj0referrer",
  },
  devices: [{ kind: "gaid", id: "38400000-8cf0-11bd-b23e-10b96e40000d" }],
  package: "com.example.app",
  isUninstalled: false,
  serviceIds: {
    amplitude_device_id: "amp-1",
    mixpanel_distinct_id: "mp-1",
    firebase_app_instance_id: "0123456789abcdef0123456789abcdef",
    ga_client_id: "1234567890.1700000000",
    braze_id: "65f0c0ffee0000000000a1b2",
    clevertap_id: "__g0123456789abcdef0123456789abcdef",
    segment_anonymous_id: "seg-1",
    posthog_distinct_id: "ph-1",
    rudderstack_anonymous_id: "rs-1",
  },
};

export const iphone: FactInstall = {
  ...androidInstall,
  id: "01938f00-0000-7000-8000-00000000000b",
  instance: "4f5a4f54-0000-4d43-b1e1-2a6f0c9d7b12",
  platform: "IOS",
  osVersion: "18.1",
  deviceModel: "iPhone17,1",
  country: "DE",
  language: "de",
  deviceData: {
    brand: "Apple",
    device_name: "iPhone17,1",
    system_version: "18.1",
    bundle_id: "com.example.ios",
    country: "DE",
    timezone: "Europe/Berlin",
    ip_address: "203.0.113.8",
    att_status: "AUTHORIZED",
    consent: { eea: true, ad_user_data: true, ad_personalization: true },
  },
  devices: [
    { kind: "idfa", id: "8c6cbc0d-5f43-4765-a6e6-84dff3d24707" },
    { kind: "idfv", id: "c305f2db-56fc-404f-b6c1-bc52e0b680d8" },
  ],
  package: "com.example.ios",
};

const allowed: Permissions = {
  isInside: false,
  refused: false,
  missing: false,
  att: "authorized",
  adUserData: true,
  adPersonalization: true,
  optedOut: false,
  advertisingId: true,
};

export const consentCases: Record<string, Permissions> = {
  allowed,
  "no tracking": { ...allowed, att: "denied", advertisingId: false },
  refused: { ...allowed, refused: true, adUserData: false, adPersonalization: false, advertisingId: false },
};

const decision: FactDecision = {
  version: 1,
  at,
  rules: "4",
  type: "PAID",
  method: "deterministic",
  reason: "click_id",
  confidence: 1,
  touch: "click",
  network: "META",
  campaign: { id: 7, name: "Alps & Co", displayId: "summer" },
  affiliate: "Peak Media",
  adSet: { id: "s1", name: "DACH" },
  creative: { id: "c1", name: null },
  keyword: { id: null, name: null },
  flags: [],
};

/** A click that has the IDs of all networks at once. */
const click = {
  id: "01938eff-0000-7000-8000-0000000000c1",
  at: clickedAt,
  params: {
    fbclid: "IwAR0meta",
    gclid: "Cj0click",
    ttclid: "tt.click",
    clickid: "E.C.P.callback",
    ScCid: "snap-click",
    rdt_cid: "reddit-click",
    twclid: "23opevjt88psuo13lu8d020qkn",
    qclid: "quora-click",
    li_fat_id: "0f1e2d3c-linkedin",
    epik: "dj0yJnU9pinterest",
    msclkid: "dd4afcccb1c9a4cad9544dd7e5006",
    yclid: "7512345678901234567",
    tid: "aff-tx-1",
    sub1: "banner 1",
    aff_id: "77",
  },
  country: "US",
};

const ofKind: Record<FactKind, Partial<Fact>> = {
  install: {},
  organic: { decision: { ...decision, network: null, campaign: null, affiliate: null }, click: null },
  rejected: { decision: { ...decision, flags: ["click_flood", "datacenter"] } },
  reattributed: { previous: decision },
  reengagement: { url: "https://links.example.com/summer" },
  signup: {},
  event: { name: "level_up", data: { level: 12, secret: "never sent" } },
  payment: {
    name: "FIRST_PAYMENT",
    money: { minor: 999, currency: "USD" },
    payment: { id: "pay_123", type: "FIRST_PAYMENT", status: "PAYMENT_COMPLETED", isRemoved: false },
  },
  refund: {
    name: "FIRST_PAYMENT",
    money: { minor: 999, currency: "USD" },
    payment: { id: "pay_123", type: "FIRST_PAYMENT", status: "PAYMENT_COMPLETED", isRemoved: true },
  },
  ad_revenue: {
    money: { minor: 0.1234, currency: "USD", isExact: true },
    adRevenue: {
      network: "AppLovin",
      placement: "level_end",
      adUnit: "ad0123456789abcd",
      adFormat: "REWARDED",
      precision: "ESTIMATED",
      impressions: 1,
    },
  },
  uninstall: {},
  alert: {},
  alert_resolved: {},
  report: {},
  pull_failed: {},
  apple_postback: {},
  reversal: { corrected: { kind: "install", isRefunded: false, why: "reattributed" } },
  reinstatement: {},
};

const idOf: Partial<Record<FactKind, string>> = {
  organic: "install:1",
  rejected: "install:1",
  signup: "signup:u-1",
  payment: "payment:pay_123",
  refund: "refund:pay_123",
};

export function aFact(
  kind: FactKind,
  install: FactInstall | null = androidInstall,
  more: Partial<Fact> = {},
): Fact {
  return {
    uid: idOf[kind] ?? `${kind}:1`,
    kind,
    id: "1",
    at,
    name: null,
    data: {},
    money: null,
    payment: null,
    adRevenue: null,
    wasSent: true,
    user: { id: "User-1", name: "Alice Doe", email: " Alice@Example.com ", phone: "+1 (555) 444-1234" },
    install: install && { ...install, isUninstalled: kind === "uninstall" },
    decision,
    previous: null,
    alert: null,
    report: null,
    pull: null,
    applePostback: null,
    corrected: null,
    click,
    url: null,
    permissions: allowed,
    tcString: null,
    isTest: false,
    isErased: false,
    isWithheld: false,
    ...ofKind[kind],
    ...more,
  };
}

const aRule = (on: OutboundRule["on"], sends: string, more: Partial<OutboundRule> = {}): OutboundRule =>
  outboundRule.parse({ on, sends, ...more });

export const renderFact = (
  kind: DestinationKind,
  {
    fact,
    sends,
    settings,
    value,
  }: { fact: Fact; sends: string; settings: unknown; value?: SentValue | null },
): RenderedPayload | UnsendableReason =>
  kind.render({
    fact,
    // Corrections use the rule of the fact that they correct.
    rule: aRule((fact.corrected?.kind ?? fact.kind) as OutboundRule["on"], sends),
    settings,
    value: value === undefined ? money(fact) : value,
  });

const money = (fact: Fact): SentValue | null =>
  fact.money && { amount: amountOf(fact.money), currency: fact.money.currency };

/** Each kind of fact on both platforms, and an install by consent and click, for the golden files. */
function everyFact(kinds: readonly FactKind[]): [title: string, fact: Fact][] {
  return [androidInstall, iphone].flatMap((install) => {
    const plain = kinds.map((kind): [string, Fact] => [`${install.platform} ${kind}`, aFact(kind, install)]);
    const reported = kinds.includes("install")
      ? [
          ...Object.entries(consentCases)
            .slice(1)
            .map(([name, permissions]): [string, Fact] => [
              `${install.platform} install, ${name}`,
              aFact("install", install, { permissions }),
            ]),
          [`${install.platform} install, without click`, aFact("install", install, { click: null })] as [
            string,
            Fact,
          ],
        ]
      : [];
    return [...plain, ...reported];
  });
}

type Rendering = { title: string; made: RenderedPayload | UnsendableReason };

/** All payloads of a destination kind, with these names. */
export const renderAllFacts = (
  kind: DestinationKind,
  sends: Partial<Record<FactKind, string>>,
  settings: unknown,
): Rendering[] =>
  everyFact(Object.keys(sends) as FactKind[]).map(([title, fact]) => ({
    title,
    made: renderFact(kind, { fact, sends: sends[fact.kind] ?? "", settings }),
  }));

/** The facts that can be sent. */
export const sendableRenderings = (renderings: Rendering[]) =>
  renderings.flatMap(({ title, made }) => ("unfit" in made ? [] : [{ title, made }]));

/** Without the version, because payloads are the same in the next release. */
export const goldenText = (renderings: Rendering[]) =>
  `${JSON.stringify(Object.fromEntries(renderings.map(({ title, made }) => [title, made])), null, 1)}\n`
    .replaceAll(`Cairn/${version} `, "Cairn/… ")
    .replaceAll(`"sdk_version": "${version}"`, '"sdk_version": "…"');
