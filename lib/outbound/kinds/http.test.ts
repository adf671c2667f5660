import { describe, expect, test } from "vitest";
import { http } from "@/lib/outbound/kinds/http";
import type { RenderedPayload } from "@/lib/outbound/mapping/kind";
import {
  aFact,
  androidInstall,
  consentCases,
  factNow,
  goldenText,
  renderAllFacts,
  renderFact,
  sendableRenderings,
} from "@/testing/networks/facts";
import {
  aNetwork,
  anOutboundRow,
  type FakeNetwork,
  parsedJson,
  sendPayloads,
  sendToFake,
} from "@/testing/networks/fake";

const body =
  '{"name": "{event_name}", "amount": {revenue}, "cap": "a \\"{campaign}\\" b", "device": {gaid}, "list": [{timestamp}]}';

const settingsOf = (more: Record<string, unknown> = {}) =>
  http.settings.parse({
    method: "POST",
    url: "http://127.0.0.1:1/in?i={install_id}",
    body,
    headers: "X-Team: growth",
    ...more,
  });
const secrets = { secret_headers: "Authorization: Bearer s3cret\r\nX-Key: k" };

/** A server that accepts only JSON with a name, and only with the secret. */
const server: FakeNetwork = ({ method, headers, body }) => {
  if (headers.authorization !== "Bearer s3cret") return { status: 401, body: "who are you?" };
  if (headers["x-team"] !== "growth") return { status: 400, body: "which team?" };
  if (method === "GET") return { status: 204, body: "" };
  const reported = parsedJson(body) as { name?: unknown } | null;
  if (headers["content-type"] !== "application/json" || !reported) return { status: 415, body: "not JSON" };
  return typeof reported.name === "string" && reported.name !== ""
    ? { status: 201, body: "" }
    : { status: 422, body: "no name" };
};

const sends = {
  install: "install",
  event: "{name}",
  payment: "paid",
  refund: "refund",
  organic: "organic",
  rejected: "rejected",
};

test("payloads equal the golden file", async () => {
  await expect(goldenText(renderAllFacts(http, sends, settingsOf()))).toMatchFileSnapshot("golden/http.txt");
});

test("a server accepts each kind of conversion, by POST and GET", async () => {
  const { base, asked: query } = await aNetwork(server);
  for (const method of ["POST", "GET"]) {
    const settings = settingsOf({ url: `${base}/in?i={install_id}`, method });
    for (const { made } of sendableRenderings(renderAllFacts(http, sends, settings)))
      expect(await sendPayloads(http, [made.payload], { settings, secrets }, factNow)).toMatchObject({
        is: "sent",
      });
  }
  expect(query.at(-1)).toMatchObject({ method: "GET", body: "" });
});

test("the server rejects another secret, an unknown team, and a missing name", async () => {
  const { base } = await aNetwork(server);
  const settings = settingsOf({ url: base });
  const payload = { method: "POST", url: base, body: { name: "x" } };
  const to = { settings, secrets };
  expect(await sendPayloads(http, [payload], { ...to, secrets: {} }, factNow)).toMatchObject({ is: "pause" });
  expect(
    await sendPayloads(
      http,
      [payload],
      { secrets, settings: { ...(settings as object), headers: null } },
      factNow,
    ),
  ).toMatchObject({ is: "dead", code: "400" });
  expect(await sendPayloads(http, [{ ...payload, body: {} }], to, factNow)).toMatchObject({
    is: "dead",
    code: "422",
  });
  expect(await sendPayloads(http, [{ method: "POST", url: base }], to, factNow)).toMatchObject({
    is: "dead",
    code: "415",
  });
});

test("a test call is named “test” and contains no personal data", async () => {
  const { base, asked: query } = await aNetwork(server);
  const settings = settingsOf({ url: `${base}/in?i={install_id}` });
  const destination = { settings, secrets, token: "", base: "", tokenUrl: "" };
  const answer = await sendToFake(http.check!([anOutboundRow({})], destination, factNow), factNow);
  expect(http.read(answer, 1)).toMatchObject({ is: "sent" });
  expect(parsedJson(query[0]?.body ?? "")).toEqual({
    name: "test",
    amount: null,
    cap: 'a "" b',
    device: null,
    list: [null],
  });
});

describe("bodies", () => {
  const made = (template: string, more: Parameters<typeof aFact>[2] = {}) =>
    (
      renderFact(http, {
        fact: aFact("payment", androidInstall, more),
        sends: "paid",
        settings: settingsOf({ body: template }),
      }) as RenderedPayload
    ).payload.body;
  const named = (name: string) => ({
    decision: { ...aFact("install").decision!, campaign: { id: 1, name, displayId: "a" } },
  });

  test("values cannot end a text or add a field", () => {
    const evil = '", "admin": true, "x": "\\ \n \ud800';
    expect(made('{"c": "{campaign}"}', named(evil))).toEqual({ c: '", "admin": true, "x": "\\ \n \ufffd' });
    expect(made('{"c": {campaign}}', named(evil))).toEqual({ c: '", "admin": true, "x": "\\ \n \ufffd' });
  });

  test("outside of quotes a number is written as one, and an unknown value as null", () => {
    expect(made('[{revenue}, {campaign}, {idfa}, "{revenue}", {sub1}]', named("007"))).toEqual([
      9.99,
      "007",
      null,
      "9.99",
      "banner 1",
    ]);
  });

  test("device IDs are left out without the user's consent", () => {
    expect(made('{"d": "{gaid}"}')).toEqual({ d: "38400000-8cf0-11bd-b23e-10b96e40000d" });
    expect(made('{"d": "{gaid}"}', { permissions: consentCases["no tracking"]! })).toEqual({ d: "" });
  });
});

describe("settings", () => {
  const wrong = (more: Record<string, unknown>) =>
    http.settings.safeParse({ url: "https://x.example/", ...more }).error?.issues[0]?.message;
  test.each([
    [{ url: "https://x.example/{foo}" }, "Unknown macro: {foo}."],
    [{ url: " " }, "Address is required."],
    [{ body: '{"a": {nope}}' }, "Unknown macro: {nope}."],
    [{ body: "{ a: 1 }" }, "The body must be valid JSON after its macros are replaced."],
    [{ headers: "no colon" }, "Enter one header per line, as Name: value."],
    [{ headers: "Content-Length: 5" }, "Remove the header content-length: Cairn sets it."],
    [{ headers: "Keep-Alive: timeout=5" }, "Remove the header keep-alive: Cairn sets it."],
    [{ headers: "X-A: \u00e9" }, "Enter one header per line, as Name: value."],
    [{ method: "DELETE" }, "Choose POST or GET."],
  ])("%o: %s", (more, message) => {
    expect(wrong(more)).toBe(message);
  });

  test("parsed settings are unchanged by parsing them again", () => {
    expect(http.settings.parse(settingsOf())).toEqual(settingsOf());
    expect(http.settings.parse(http.settings.parse({ url: "https://x.example/" }))).toEqual({
      method: "POST",
      url: "https://x.example/",
      body: null,
      headers: null,
    });
  });
});
