import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { reportType, webhookTypes } from "@/lib/outbound/kinds/webhook/events";
import { newSecret, webhookSignature } from "@/lib/outbound/kinds/webhook/signature";
import { webhook } from "@/lib/outbound/kinds/webhook/webhook";
import type { Fact, FactDecision, FactEvent } from "@/lib/outbound/mapping/fact";
import { skipReasons } from "@/lib/outbound/mapping/gates";
import { amountOf, outboundRule, reportRule } from "@/lib/outbound/mapping/rule";
import { nextAttempt } from "@/lib/outbound/send/retry";
import { jsonSchemaOf, webhookSchemas } from "@/lib/reference/content/webhook-schemas";
import { verifySamples } from "@/lib/reference/pages/verify-samples";
import { scheduledReport } from "@/testing/webhook-samples";

/** Checks docs/webhooks.md and docs/webhook-payloads.md against the code. */
const docs = join(import.meta.dirname, "../../../../docs");
const page = readFileSync(join(docs, "webhooks.md"), "utf8");
const at = new Date("2026-06-01T09:30:00.000Z");
const url = "https://cairn.example.com/p/1";

const decision: FactDecision = {
  version: 1,
  at,
  rules: "2026-05-01T00:00:00.000Z",
  type: "INORGANIC",
  method: "install_referrer",
  reason: "install_referrer",
  confidence: 100,
  touch: "click",
  network: "META",
  campaign: { id: 7, name: "Summer", displayId: "summer" },
  affiliate: null,
  adSet: { id: "120", name: "Hikers" },
  creative: { id: "340", name: "Video 1" },
  keyword: { id: null, name: null },
  flags: [],
};

const defaults: Fact = {
  uid: "install:5c0e",
  kind: "install",
  id: "5c0e",
  at,
  name: null,
  data: {},
  money: null,
  payment: null,
  adRevenue: null,
  wasSent: false,
  user: { id: "42", name: "Ada", email: "ada@example.com", phone: null },
  install: {
    id: "5c0e",
    instance: "b1f7",
    at,
    kind: "INSTALL",
    platform: "ANDROID",
    osVersion: "16",
    deviceModel: "Pixel 10",
    appVersion: "2.4.0",
    country: "DE",
    language: "de",
    deviceData: {},
    devices: [],
    package: "com.example.trails",
    isUninstalled: false,
    serviceIds: {},
  },
  decision,
  previous: null,
  click: { id: "9d31", at, params: { utm_source: "meta" }, country: "DE" },
  alert: null,
  report: null,
  pull: null,
  applePostback: null,
  corrected: null,
  url: null,
  permissions: {
    isInside: false,
    refused: false,
    missing: false,
    att: null,
    adUserData: true,
    adPersonalization: true,
    optedOut: false,
    advertisingId: true,
  },
  tcString: null,
  isTest: false,
  isErased: false,
  isWithheld: false,
};

const payment = { id: "order-1001", type: "FIRST_PAYMENT", status: "PAYMENT_COMPLETED", isRemoved: false };
const firing: Fact["alert"] = {
  rule: { id: 3, name: "Installs drop", kind: "change" },
  subject: "meta",
  label: "Meta",
  text: "Installs of Meta: 12 on 1 Jun, usually 80 to 120.",
  period: "2026-06-01",
  seen: { value: 12, usual: 100, low: 80, high: 120, unit: "count", currency: null },
  latest: { value: 95, usual: 100, low: 80, high: 120, unit: "count", currency: null },
  firedAt: at,
  resolvedAt: null,
  ended: null,
  url: `${url}/alerts/3`,
};

/** The fields that each type adds to an install. */
const samples: Record<Exclude<FactEvent, "report">, Partial<Fact>> = {
  install: {},
  organic: {
    click: null,
    decision: {
      ...decision,
      type: "ORGANIC",
      method: "organic",
      reason: "no_click_seen",
      touch: null,
      network: null,
      campaign: null,
      adSet: { id: null, name: null },
      creative: { id: null, name: null },
    },
  },
  rejected: { decision: { ...decision, reason: "fraud", flags: ["click_flood"] } },
  reattributed: {
    decision: { ...decision, version: 2 },
    previous: { ...decision, campaign: { id: 4, name: "Spring", displayId: "spring" } },
  },
  reengagement: { url: "https://go.example.com/trails/alps" },
  signup: {},
  event: { name: "trail_finished", data: { km: 12.4 } },
  payment: { name: payment.type, payment, money: { minor: 999, currency: "EUR" } },
  refund: {
    name: payment.type,
    payment: { ...payment, status: "PAYMENT_REFUNDED" },
    money: { minor: 999, currency: "EUR" },
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
  alert: { alert: firing },
  alert_resolved: { alert: { ...firing, resolvedAt: at, ended: "inside" } },
  pull_failed: {
    pull: {
      account: { id: 2, name: "Trails EU", network: "META" },
      problem: "The access token has expired.",
      nextAt: null,
      url: `${url}/spend`,
    },
  },
  apple_postback: {
    applePostback: {
      framework: "skan",
      uid: "6aafb7a5-0170-41b5-bbe4-fe71dedf1e28",
      sequence: 0,
      conversionType: "download",
      didWin: true,
      appId: "1234567890",
      networkId: "v9wttpbfk9.skadnetwork",
      network: "META",
      sourceIdentifier: "39",
      campaign: { id: 7, name: "Summer", displayId: "summer" },
      fine: 20,
      coarse: null,
      country: "DE",
      interaction: null,
      url: `${url}/skan`,
    },
  },
};

function sentFor(on: FactEvent, type: string, details = false) {
  const fact: Fact =
    on === "report"
      ? { ...defaults, kind: on, report: scheduledReport }
      : { ...defaults, kind: on, uid: `${on}:5c0e`, ...samples[on] };
  const rule = on === "report" ? reportRule : outboundRule.parse({ on, sends: type });
  const settings = { url: "https://example.com/cairn", full: details, personal: details };
  const value = fact.money && { amount: amountOf(fact.money), currency: fact.money.currency };
  const rendered = webhook.render({ fact, rule, settings, value });
  if (!("payload" in rendered)) throw new Error(rendered.why);
  return rendered.payload;
}

const types = [...webhookTypes, { on: "report" as const, ...reportType }];

test("the API reference shows the payload of each type", () => {
  const sent = Object.fromEntries(types.map(({ on, type }) => [type, sentFor(on, type)]));
  const file = join(docs, "../lib/reference/content/webhook-samples.json");
  if (process.env.WRITE_EXAMPLES) writeFileSync(file, `${JSON.stringify(sent, null, 2)}\n`);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(sent);
});

test.each(types)("the payload of $type matches its JSON Schema, with and without details", ({ on, type }) => {
  const schema = webhookSchemas.find((each) => each.type === type)!;
  const asJson = z.fromJSONSchema(JSON.parse(JSON.stringify(jsonSchemaOf(schema))));
  for (const details of [false, true]) {
    const sent = JSON.parse(JSON.stringify(sentFor(on, type, details)));
    expect(asJson.safeParse(sent).error).toBeUndefined();
    // Parsing removes fields that are missing from the schema.
    expect(schema.payload.parse(sent)).toEqual(sent);
    expect(asJson.safeParse({ ...sent, data: {} }).success).toBe(false);
    expect(asJson.safeParse({ ...sent, type: "other" }).success).toBe(false);
  }
});

test("the page of payloads has the payload of each type", async () => {
  const sections = types.map(
    ({ on, type, meaning }) =>
      `## ${type}\n\n${meaning}\n\n\`\`\`json\n${JSON.stringify(sentFor(on, type), null, 2)}\n\`\`\`\n`,
  );
  const text = [
    "# Webhook payloads\n",
    "An example payload of each type, written by a test. [Webhooks](webhooks.md) covers signatures and retries.\n",
    ...sections,
  ].join("\n");
  await expect(text).toMatchFileSnapshot(join(docs, "webhook-payloads.md"));
});

test("the code that verifies signatures is the same in the API reference", () => {
  for (const { code } of verifySamples) expect(page).toContain(code);
});

test("the page lists each skip reason", () => {
  const listed = [...page.matchAll(/^\| `([a-z_:]+)` \| (.+) \|$/gm)].map(([, code, text]) => [code, text]);
  expect(listed).toEqual(Object.entries(skipReasons));
});

test("the page has the waits between attempts", () => {
  const units: Record<string, number> = { s: 1_000, min: 60_000, h: 3_600_000 };
  const [, row = ""] = /^\| after \| (.+) \|$/m.exec(page) ?? [];
  const listed = row.split(" | ").map((cell) => {
    const [count = "", unit = ""] = cell.split(" ");
    return Number(count) * units[unit]!;
  });
  const waits = listed.map((_, index) => {
    const attempts = { tries: index + 1, begun: at, now: at, afterMs: null, isWebhook: true, spread: 0.5 };
    return nextAttempt(attempts)!.getTime() - at.getTime();
  });
  expect(listed).toEqual(waits);
  const after = { tries: 10, begun: at, now: at, afterMs: null, isWebhook: true, spread: 0.5 };
  expect(nextAttempt(after)).toBeNull();
});

const codeOf = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? "";

function aSignedCall() {
  const secret = newSecret();
  const body = '{"type":"install.attributed","data":{"name":"Zoë"}}';
  const timestamp = Math.floor(Date.now() / 1_000);
  const other = webhookSignature(newSecret(), { id: "d1", timestamp, body });
  const headers = {
    "webhook-id": "d1",
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `${other} ${webhookSignature(secret, { id: "d1", timestamp, body })}`,
  };
  return { secret, headers, body };
}

test("the page's TypeScript accepts a signed call, and no other", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-webhook-"));
  try {
    const file = join(folder, "verify.ts");
    writeFileSync(file, codeOf("ts"));
    const { verify } = await import(pathToFileURL(file).href);
    const { secret, headers, body } = aSignedCall();
    expect(verify(secret, headers, body)).toBe(true);
    expect(verify(secret, headers, `${body} `)).toBe(false);
    expect(verify(newSecret(), headers, body)).toBe(false);
    expect(verify(secret, { ...headers, "webhook-timestamp": "1600000000" }, body)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the page's Python accepts a signed call, and no other", () => {
  if (spawnSync("python3", ["--version"]).error) return console.warn("SKIPPED: Python is not installed.");
  const { secret, headers, body } = aSignedCall();
  const script = `${codeOf("python")}
import json, sys
secret, headers, body = json.load(sys.stdin)
print(json.dumps([verify(secret, headers, body.encode()), verify(secret, headers, body.encode() + b" ")]))`;
  const { stdout, stderr } = spawnSync("python3", ["-c", script], {
    input: JSON.stringify([secret, headers, body]),
    encoding: "utf8",
  });
  expect(stdout.trim(), stderr).toBe("[true, false]");
});
