import { request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { randomBase62 } from "@/lib/base/ids";
import { addNetwork } from "@/lib/campaigns/custom-networks/custom-networks";
import { networkInput } from "@/lib/campaigns/custom-networks/schema";
import { showServerClicks } from "@/lib/facts/rejections/of-network";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { addressKey } from "@/lib/platform/address-key";
import { Router } from "@/lib/platform/http/router";
import { limiter } from "@/lib/platform/limits/limiter";
import { metricsText } from "@/lib/platform/metrics";
import { serverClickKey, serverClickSignature } from "@/lib/traffic/links/server-click-key";
import { limitServerClicks, rotateServerClicks } from "@/lib/traffic/server-clicks/settings";
import { networkCallBucket } from "@/lib/traffic/visits/server-click";
import { createFront } from "@/server/http/front";
import { isAppHost } from "@/server/http/hosts";
import { type LinkServer, linkHandler, openLinks } from "@/server/http/links";
import { aCampaign, aProject, aStoreListing, ledgerOf } from "@/testing/factories";

let links: LinkServer;
let front: Server;
beforeAll(async () => {
  links = openLinks({ mustSpool: true });
  const forward = async (_request: unknown, response: { end(text: string): void }) => response.end("a page");
  front = createFront({
    router: new Router([]),
    links: linkHandler(links),
    isAppHost,
    pipe: { forward } as never,
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
  await links.stop();
});

type Answer = { status: number; headers: Record<string, unknown>; body: Record<string, unknown> };

type Body = { type: string; text: string };

const send = (host: string, path: string, method = "GET", body: Body | null = null) =>
  new Promise<Answer>((resolve, reject) => {
    const { port } = front.address() as AddressInfo;
    const headers = {
      host,
      "user-agent": "AcmeServer/1.0",
      ...(body && { "content-type": body.type, "content-length": Buffer.byteLength(body.text) }),
    };
    const call = httpRequest({ port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => {
        const text = Buffer.concat(parts).toString();
        const isJson = String(response.headers["content-type"]).includes("json");
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: isJson ? JSON.parse(text) : { text },
        });
      });
    });
    call.on("error", reject);
    call.end(body?.text);
  });

async function aNetworkSite(network = "APPLOVIN") {
  const host = `${randomBase62(8).toLowerCase()}.go.example`;
  const app = await aProject({ domain: host });
  await aStoreListing(app, "IOS");
  await aStoreListing(app, "ANDROID");
  const campaign = await aCampaign(app, { network });
  const path = (query: string, of = network, id = campaign.displayId) => `/t/${of}/${id}?${query}`;
  const stored = () =>
    sql`select kind, platform, network, not_counted, publisher_id, advertising_id, encode(address_key, 'hex') as address_key,
      country, language, params from clicks where project_id = ${app.project.id} order by id`;
  return { app, host, campaign, path, stored };
}

const gaid = "38400000-8cf0-11bd-b23e-10b96e40000d";
const ua = encodeURIComponent(
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Mobile Safari/537.36",
);

test.each(["GET", "POST"])(
  "%s 200 a click is counted with the device's own data, without a redirect",
  async (method) => {
    const { app, host, campaign, path, stored } = await aNetworkSite();
    const query = `gaid=${gaid}&ip=81.2.69.142&ua=${ua}&language=de-AT&clickid=A1&publisher_id=com.game&creative_id=7`;
    const got = await send(host, path(query, "applovin"), method);
    expect(got).toMatchObject({
      status: 200,
      body: { msg: "Click stored.", status: 200, data: { counted: true, reason: null } },
    });
    expect(got.headers.location).toBeUndefined();
    expect(await stored()).toEqual([
      {
        kind: "click",
        platform: "ANDROID",
        network: "APPLOVIN",
        not_counted: null,
        publisher_id: "com.game",
        advertising_id: gaid,
        address_key: null,
        country: "GB",
        language: "de-AT",
        params: { gaid, clickid: "A1", publisher_id: "com.game", creative_id: "7", cairn_source: "server" },
      },
    ]);
    expect(await ledgerOf(app.project.id, campaign.id)).toEqual({ clicks: { count: 1, amount: 0 } });
    expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
  },
);

test("200 type=view stores a view", async () => {
  const { host, path, stored } = await aNetworkSite();
  expect(await send(host, path(`gaid=${gaid}&os=android&type=view`))).toMatchObject({
    status: 200,
    body: { msg: "View stored." },
  });
  expect(await stored()).toMatchObject([{ kind: "view", platform: "ANDROID" }]);
});

test("installs are matched by IP address only to clicks with the network's key", async () => {
  const { app, host, path, stored } = await aNetworkSite();
  const query = "ip=81.2.69.142&os=ios";
  expect((await send(host, path(query))).status).toBe(200);
  const key = serverClickKey(app.project.id, "APPLOVIN");
  expect((await send(host, path(`${query}&key=${key}`))).status).toBe(200);
  expect((await stored()).map((row) => row.address_key)).toEqual([null, addressKey("81.2.69.142")]);
  // The key and the address are not stored.
  expect(JSON.stringify(await stored())).not.toContain(key);
  expect(JSON.stringify(await stored())).not.toContain("81.2.69");
});

const asJson = (fields: unknown): Body => ({ type: "application/json", text: JSON.stringify(fields) });
const asForm = (text: string): Body => ({ type: "application/x-www-form-urlencoded; charset=utf-8", text });

test.each([
  ["a form", asForm(`gaid=${gaid}&os=android&clickid=A%201&publisher_id=com.game`)],
  ["JSON", asJson({ gaid, os: "android", clickid: "A 1", publisher_id: "com.game", sub1: null })],
])("POST 200 the parameters are in %s", async (_, body) => {
  const { host, path, stored } = await aNetworkSite();
  expect(await send(host, path("creative_id=7"), "POST", body)).toMatchObject({
    status: 200,
    body: { data: { counted: true } },
  });
  expect(await stored()).toMatchObject([
    {
      platform: "ANDROID",
      advertising_id: gaid,
      params: { gaid, clickid: "A 1", publisher_id: "com.game", creative_id: "7", cairn_source: "server" },
    },
  ]);
});

test.each<[number, string, Body]>([
  [400, "The body is not valid JSON.", { type: "application/json", text: "{" }],
  [400, "The body must be a JSON object.", asJson([1])],
  [400, "sub1 must be text, a number, true or false.", asJson({ gaid, os: "ios", sub1: {} })],
  [400, "gaid is sent twice.", asForm(`gaid=${gaid}&gaid=${gaid}&os=ios`)],
  [413, "The body is larger than 16 KB.", asForm(`sub1=${"x".repeat(17_000)}`)],
  [415, "Send the parameters in the query, as a form or as JSON.", { type: "text/plain", text: "x" }],
])("POST %i %s", async (status, msg, body) => {
  const { host, path, stored } = await aNetworkSite();
  expect(await send(host, path(""), "POST", body)).toMatchObject({ status, body: { msg, status } });
  expect(await stored()).toEqual([]);
});

test.each(["ip", "ua", "os", "type", "key", "signature", "gaid", "idfa"])(
  "400 %s is sent twice",
  async (name) => {
    const { host, path, stored } = await aNetworkSite();
    expect(await send(host, path(`${name}=1&os=ios&${name}=2${name === "os" ? "" : "&x=1"}`))).toMatchObject({
      status: 400,
      body: { msg: `${name} is sent twice.` },
    });
    expect(await stored()).toEqual([]);
  },
);

test("a signature proves the query and the body without the key; a changed call has no valid one", async () => {
  const { app, host, path, stored } = await aNetworkSite();
  const sign = (text: string) => serverClickSignature(text, serverClickKey(app.project.id, "APPLOVIN"));
  const query = "ip=81.2.69.142&os=ios&x=%20a";
  expect((await send(host, path(`${query}&signature=${sign(query)}`))).status).toBe(200);
  const body = asJson({ os: "ios", y: 1 });
  const first = `signature=${sign(`ip=81.2.69.143\n${body.text}`)}&ip=81.2.69.143`;
  expect((await send(host, path(first), "POST", body)).status).toBe(200);
  expect((await stored()).map((row) => row.address_key)).toEqual([
    addressKey("81.2.69.142"),
    addressKey("81.2.69.143"),
  ]);
  expect(JSON.stringify(await stored())).not.toContain(sign(query));
  const changed: [string, Body | null][] = [
    [`${query}&z=1&signature=${sign(query)}`, null],
    [`ip=81.2.69.9&os=ios&x=%20a&signature=${sign(query)}`, null],
    [`${query}&signature=`, null],
    [first, asJson({ os: "ios", y: 2 })],
  ];
  for (const [sent, text] of changed)
    expect(await send(host, path(sent), text ? "POST" : "GET", text)).toMatchObject({
      status: 401,
      body: { msg: "The signature is not valid for this call." },
    });
  expect(await stored()).toHaveLength(2);
});

test("metrics count calls of networks' servers by status, apart from followed links", async () => {
  const { host, campaign, path } = await aNetworkSite();
  const count = async (route: string, status: number) => {
    const labels = `route="${route}",method="GET",status="${status}"`;
    const line = (await metricsText()).split("\n").find((text) => text.includes(`_count{${labels}}`));
    return Number(line?.split(" ").at(-1) ?? 0);
  };
  const before = await Promise.all([count("server click", 401), count("link", 302), count("link", 401)]);
  await send(host, path(`gaid=${gaid}&os=android&key=x`));
  await send(host, `/${campaign.displayId}`);
  const after = await Promise.all([count("server click", 401), count("link", 302), count("link", 401)]);
  expect(after.map((value, n) => value - before[n]!)).toEqual([1, 1, 0]);
});

test("a signature of another network or project is not valid", async () => {
  const { app, host, path, stored } = await aNetworkSite();
  const other = await aProject();
  const query = "ip=81.2.69.142&os=ios";
  for (const signature of [
    serverClickSignature(query, serverClickKey(app.project.id, "MOLOCO")),
    serverClickSignature(query, serverClickKey(other.project.id, "APPLOVIN")),
  ])
    expect((await send(host, path(`${query}&signature=${signature}`))).status).toBe(401);
  expect(await stored()).toEqual([]);
});

test("401 for another network's key or another project's", async () => {
  const { app, host, path, stored } = await aNetworkSite();
  const other = await aProject();
  for (const key of [
    "x",
    serverClickKey(app.project.id, "MOLOCO"),
    serverClickKey(other.project.id, "APPLOVIN"),
  ])
    expect(await send(host, path(`gaid=${gaid}&os=android&key=${key}`))).toMatchObject({
      status: 401,
      body: { msg: "The key is not valid for this network." },
    });
  expect(await stored()).toEqual([]);
});

test.each([
  ["os=android", "Send gaid, idfa or ip: the device is unknown without one."],
  [`gaid=${gaid}`, "Send ua or os: the device's system is unknown without one."],
  ["gaid=%7Bgaid%7D&os=android", "Send gaid, idfa or ip: the device is unknown without one."],
  ["ip=1.2.3&os=android", "ip must be an IPv4 or IPv6 address."],
  [`gaid=${gaid}&os=windows`, "os must be android or ios."],
  [`gaid=${gaid}&os=ios&type=tap`, "type must be click or view."],
])("400 %s: %s", async (query, msg) => {
  const { host, path, stored } = await aNetworkSite();
  expect(await send(host, path(query))).toMatchObject({ status: 400, body: { msg, status: 400 } });
  expect(await stored()).toEqual([]);
});

test("404 for another network's campaign and for an unknown one; 405 for other methods", async () => {
  const { host, path, stored } = await aNetworkSite();
  const query = `gaid=${gaid}&os=android`;
  expect(await send(host, path(query, "moloco"))).toMatchObject({
    status: 404,
    body: { msg: "The campaign does not belong to this network." },
  });
  expect(await send(host, path(query, "applovin", "nobody"))).toMatchObject({
    status: 404,
    body: { msg: "Campaign not found!" },
  });
  expect(await send(host, path(query), "PUT")).toMatchObject({ status: 405 });
  expect(await stored()).toEqual([]);
});

test("a custom network reports clicks under its name, and a paused campaign's are not counted", async () => {
  const { app, host, path, stored } = await aNetworkSite();
  await addNetwork(app.project, networkInput.parse({ name: "Acme Ads" }), {
    by: commandLine,
    now: new Date(),
  });
  const paused = await aCampaign(app, { network: "Acme_Ads", active: false });
  const got = await send(host, path(`gaid=${gaid}&os=android`, "acme%20ads", paused.displayId));
  expect(got).toMatchObject({ status: 200, body: { data: { counted: false, reason: "inactive" } } });
  expect(await stored()).toMatchObject([{ network: "Acme_Ads", not_counted: "inactive" }]);
});

test("a deep link whose path begins in the same way is followed", async () => {
  const { app, host, stored } = await aNetworkSite();
  const { displayId } = await aCampaign(app);
  expect((await send(host, `/t/shoes/7?c=${displayId}`)).status).toBe(302);
  expect(await stored()).toHaveLength(1);
});

test("429 for a network over its limit: other networks, links and projects are not affected", async () => {
  const { app, host, campaign, path } = await aNetworkSite();
  const other = await aCampaign(app, { network: "MOLOCO" });
  const query = `gaid=${gaid}&os=android`;
  const calls = networkCallBucket(app.project.id, "APPLOVIN");
  // A second ahead, so that a slow machine does not empty the window.
  for (let left = calls.limit.count; left > 0; left--)
    await limiter().take([calls], performance.now() + 60_000);
  const got = await send(host, path(query));
  expect(got.status).toBe(429);
  expect(got.headers["retry-after"]).toBe("1");
  expect((await send(host, path(query, "moloco", other.displayId))).status).toBe(200);
  expect((await send(host, `/${campaign.displayId}`)).status).toBe(302);
});

const site = async (rotated: { hours: number } | null) => {
  const made = await aNetworkSite();
  if (rotated)
    await rotateServerClicks(made.app.project, "APPLOVIN", rotated.hours, {
      by: commandLine,
      now: new Date(),
    });
  return made;
};

test("after a rotation the new and the previous key are valid, and an even earlier one is not", async () => {
  const { app, host, path } = await site({ hours: 1 });
  await rotateServerClicks(app.project, "APPLOVIN", 1, { by: commandLine, now: new Date() });
  const query = "ip=81.2.69.142&os=ios";
  const statuses = [];
  for (const generation of [3, 2, 1, 4]) {
    const key = serverClickKey(app.project.id, "APPLOVIN", generation);
    const signature = serverClickSignature(query, key);
    statuses.push([
      (await send(host, path(`${query}&key=${key}`))).status,
      (await send(host, path(`${query}&signature=${signature}`))).status,
    ]);
  }
  expect(statuses).toEqual([
    [200, 200],
    [200, 200],
    [401, 401],
    [401, 401],
  ]);
});

test("the previous key ends at its time; without an overlap it ends immediately", async () => {
  const query = "ip=81.2.69.142&os=ios";
  for (const [hours, expected] of [
    [0, 401],
    [1, 200],
  ] as const) {
    const { app, host, path } = await site({ hours });
    const key = serverClickKey(app.project.id, "APPLOVIN");
    expect((await send(host, path(`${query}&key=${key}`))).status).toBe(expected);
  }
  const { app, host, path } = await site({ hours: 1 });
  await sql`update server_click_settings set previous_until = now() - interval '1 second'
    where project_id = ${app.project.id}`;
  const key = serverClickKey(app.project.id, "APPLOVIN");
  expect((await send(host, path(`${query}&key=${key}`))).status).toBe(401);
});

test("429 for a network over a limit of its own", async () => {
  const { app, host, path } = await site(null);
  await limitServerClicks(app.project, "APPLOVIN", 2, commandLine);
  const query = `gaid=${gaid}&os=android`;
  const calls = networkCallBucket(app.project.id, "APPLOVIN", 2);
  for (let left = 2; left > 0; left--) await limiter().take([calls], performance.now() + 60_000);
  expect((await send(host, path(query))).status).toBe(429);
});

test("rejected calls are counted by reason, those of each network apart", async () => {
  const { app, host, path } = await site(null);
  await send(host, path(`gaid=${gaid}&os=android&key=x`));
  await send(host, path("os=android"));
  await send(host, path(`gaid=${gaid}&os=android`));
  await send(host, path(`gaid=${gaid}&os=android`, "moloco"));
  const reasons = async (network: string) =>
    (await showServerClicks(app.project, network, new Date())).server_clicks.rejected
      .map(({ reason, count }) => `${count} ${reason}`)
      .sort();
  await expect
    .poll(() => reasons("APPLOVIN"))
    .toEqual([
      "1 Send gaid, idfa or ip: the device is unknown without one.",
      "1 The key is not valid for this network.",
    ]);
  await expect.poll(() => reasons("MOLOCO")).toEqual(["1 The campaign does not belong to this network."]);
});

test("a click from an IP range of the block list is marked with the entry, others are not", async () => {
  const { app, host, path } = await aNetworkSite();
  const [entry] = await sql<{ id: number }[]>`
    insert into block_entries (project_id, kind, value, action, reason, created_by, starts_at)
    values (${app.project.id}, 'address', '81.2.69.0/24', 'tag', 'x', 'x', now()) returning id`;
  for (const ip of ["81.2.69.142", "81.2.70.1"]) await send(host, path(`ip=${ip}&os=ios`));
  const rows = await sql`
    select block_entry_id from clicks where project_id = ${app.project.id} order by id`;
  expect(rows.map(({ block_entry_id }) => block_entry_id)).toEqual([entry!.id, null]);
});
