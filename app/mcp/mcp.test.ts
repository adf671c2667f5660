import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { mcpRoutes } from "@/app/mcp/route";
import { sql } from "@/db";
import type { KeyScope } from "@/lib/accounts/access/scopes";
import { commandLine } from "@/lib/accounts/audit/actor";
import { identify } from "@/lib/facts/users/identify";
import { endpointOf } from "@/lib/platform/http/endpoint";
import { nodeCall, sendReply } from "@/lib/platform/http/node";
import { someAddress } from "@/lib/platform/http/testing";
import { issueServerKey } from "@/lib/projects/server-keys/keys";
import { testInput } from "@/lib/reporting/incrementality/schema";
import { addTest } from "@/lib/reporting/incrementality/tests";
import { type AProject, aProject } from "@/testing/factories";
import { aJuneDay } from "@/testing/projects/june-day";

const endpoint = endpointOf("/mcp", mcpRoutes["/mcp"]);
const server = createServer(async (request, response) => {
  const reply = await endpoint.answer({ ...nodeCall(request, {}, "test"), address: someAddress() });
  await sendReply(response, reply);
  if (!request.complete) request.resume();
});
let url = "";

const keyFor = async (app: AProject, ...scopes: KeyScope[]) => {
  const input = { name: "Assistant", expiresAt: null, scopes };
  return (
    await issueServerKey({ id: app.project.id, accountId: app.accountId }, input, commandLine, new Date())
  ).key;
};

async function connected(key: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
}

let world: Awaited<ReturnType<typeof aJuneDay>>;
let client: Client;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world = await aJuneDay();
});
/** A new key, because each may make only some calls in a minute. */
beforeEach(async () => {
  client = await connected(await keyFor(world.app, "mcp"));
});
afterEach(() => client.close());
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const day = { from: "2026-06-10", to: "2026-06-10" };

async function ask(name: string, input: Record<string, unknown> = {}) {
  const answer = await client.callTool({ name, arguments: input });
  expect(answer.isError, JSON.stringify(answer.content)).toBeFalsy();
  // biome-ignore lint/suspicious/noExplicitAny: each question looks at another part
  return answer.structuredContent as any;
}
/** The figures of a report, by their row. */
async function figures(input: Record<string, unknown>): Promise<Record<string, Record<string, number>>> {
  const { data } = await ask("report", { ...day, ...input });
  return Object.fromEntries(
    data.rows.map((row: { labels: string[]; metrics: object }) => [row.labels.join(" "), row.metrics]),
  );
}
const total = async (traffic: "paid" | "all") => (await ask("overview", { ...day, traffic })).data.figures;

const questions: [question: string, answer: () => Promise<unknown>, expected: unknown][] = [
  ["In which currency are amounts?", async () => (await ask("get_project")).data.currency, "USD"],
  ["Which time zone do days have?", async () => (await ask("get_project")).data.time_zone, "UTC"],
  [
    "Which campaigns are there?",
    async () => (await ask("list_campaigns")).data.campaigns.map(({ name }: { name: string }) => name).sort(),
    ["Summer", "Winter"],
  ],
  ["How many installs came from campaigns?", async () => (await total("paid")).installs.total, 3],
  ["How many installs were there in all?", async () => (await total("all")).installs.total, 4],
  ["How many clicks were there?", async () => (await total("paid")).clicks.total, 6],
  ["How much was spent?", async () => (await total("paid")).spend.total, 7_000],
  [
    "What did campaigns earn, without refunds and removed payments?",
    async () => (await total("paid")).revenue.total,
    11_500,
  ],
  ["What did all users pay?", async () => (await total("all")).revenue.total, 12_200],
  ["What does an install cost?", async () => Math.round((await total("paid")).cost_per_install.total), 2_333],
  ["Which ROAS has Summer?", async () => (await figures({ by: "campaign" })).Summer!.roas, 2.5],
  ["Which ROAS has Winter?", async () => (await figures({ by: "campaign" })).Winter!.roas, 0.5],
  ["How many installs are organic?", async () => (await figures({ by: "campaign" })).Organic!.installs, 1],
  [
    "How many installs were on Android?",
    async () => (await ask("list_installs", { platform: "ANDROID" })).data.installs.length,
    4,
  ],
  [
    "Why was an install attributed to Summer?",
    async () => {
      const { installs } = (await ask("list_installs", { campaign: world.summer.id })).data;
      const { data } = await ask("explain_install", { install: installs[0].id });
      return JSON.stringify(data).includes("Play install referrer");
    },
    true,
  ],
  [
    "How many installs have no campaign?",
    async () => (await ask("list_installs", { campaign: "organic" })).data.installs.length,
    1,
  ],
  [
    "How many payments are stored, with refunds?",
    async () => (await ask("list_payments", { limit: 10 })).data.payments.length,
    6,
  ],
  [
    "How many clicks did Winter have?",
    async () => (await ask("list_clicks", { campaign: world.winter.id })).data.clicks.length,
    2,
  ],
  [
    "What did each campaign cost?",
    async () =>
      (await ask("spend", { by: "campaign" })).data.sums.map(
        (row: { name: string; amount_minor: number }) => [row.name, row.amount_minor],
      ),
    [
      ["Summer", 4_000],
      ["Winter", 3_000],
    ],
  ],
  ["Does anything fire an alert?", async () => (await ask("alerts")).data.firing.length, 0],
];

test.each(questions)("%s", async (_question, answer, expected) => {
  expect(await answer()).toEqual(expected);
});

test("every tool answers with data and the link of a screen; figures have the SQL that returns them", async () => {
  const { tools } = await client.listTools();
  const paused = testInput.parse({
    ...{ title: "Meta in Germany", kind: "pause_regions", network: "META", countries: ["DE"] },
    ...{ starts_on: day.from, ends_on: "2026-07-07" },
  });
  const { test: added } = await addTest(world.app.project, paused, commandLine, new Date());
  const inputs: Record<string, Record<string, unknown>> = {
    incrementality_result: { id: String(added.id) },
    plan_incrementality_test: { network: "META" },
    report: { ...day, by: "campaign" },
    overview: day,
    spend: { by: "campaign" },
    link_warnings: { campaign_id: world.summer.id },
    explain_install: { install: (await ask("list_installs")).data.installs[0].id },
    find_install: { q: "a" },
    link_test: { link: `https://${world.app.domain}/${world.summer.displayId}` },
  };
  const withSql = new Set([
    ...["report", "overview", "cohorts", "assists", "ios_estimate", "spend", "budgets", "skan"],
  ]);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining([...withSql]));
  const closed: string[] = [];
  for (const [i, { name, annotations }] of tools.entries()) {
    expect(annotations?.readOnlyHint).toBe(true);
    // One key may not make this many calls in a minute.
    if (i > 0 && i % 20 === 0) {
      await client.close();
      client = await connected(await keyFor(world.app, "mcp"));
    }
    const answer = await client.callTool({ name, arguments: inputs[name] ?? {} });
    const content = answer.structuredContent as { link: string; sql?: { statements?: unknown } } | undefined;
    if (answer.isError) closed.push(name);
    else expect(content?.link, name).toContain(`/p/${world.app.project.id}`);
    if (withSql.has(name)) expect(JSON.stringify(content?.sql), name).toMatch(/select/i);
  }
  // Deliveries name people.
  expect(closed).toEqual(["deliveries"]);
});

test("the link of an answer opens the screen with the same days, traffic and dimensions", async () => {
  const linkOf = async (name: string, input: Record<string, unknown>) => {
    const { link } = await ask(name, input);
    const { pathname, searchParams } = new URL(link);
    return [pathname, Object.fromEntries(searchParams)];
  };
  const start = `/p/${world.app.project.id}`;
  const shown = { ...day, range: "custom" };
  expect(await linkOf("overview", { ...day, traffic: "all" })).toEqual([start, { ...shown, traffic: "all" }]);
  expect(await linkOf("report", { ...day, by: "network,country" })).toEqual([
    `${start}/report`,
    { ...shown, by: "network", second: "country", traffic: "all" },
  ]);
  expect(await linkOf("report", { by: "campaign", traffic: "paid" })).toEqual([
    `${start}/report`,
    { by: "campaign", traffic: "paid" },
  ]);
  expect(await linkOf("cohorts", day)).toEqual([`${start}/report/cohorts`, shown]);
  expect(await linkOf("skan", day)).toEqual([`${start}/ios`, shown]);
});

test("personal data needs its permission", async () => {
  await identify(
    world.app.project,
    { token: "", install_instance_id: "a", user_data: { id: "user-a", email: "ada@example.com" } },
    { userAgent: null, now: new Date() },
  );
  const { installs } = (await ask("list_installs", { campaign: world.summer.id })).data;
  const install = installs.find(
    (each: { install_instance_id: string }) => each.install_instance_id === "a",
  ).id;
  const open = await connected(await keyFor(world.app, "mcp", "personal"));
  const read = async (by: Client) =>
    JSON.stringify(await by.callTool({ name: "explain_install", arguments: { install } }));
  expect(await read(client)).not.toContain("ada@example.com");
  expect(await read(open)).toContain("ada@example.com");
  expect((await open.callTool({ name: "deliveries", arguments: {} })).isError).toBeFalsy();
  await open.close();
});

test("a query in SQL needs the permission for personal data, and reads only the key's project", async () => {
  const input = { sql: "select id, name from cairn.v_projects" };
  await expect(client.callTool({ name: "sql", arguments: input })).rejects.toThrow("Unknown tool");
  const open = await connected(await keyFor(world.app, "mcp", "personal"));
  const { structuredContent } = await open.callTool({ name: "sql", arguments: input });
  expect(structuredContent).toMatchObject({
    data: { rows: [[String(world.app.project.id), world.app.project.name]], is_cut: false },
    link: expect.stringContaining("/report/query#sql=select%20id"),
  });
  const many = await open.callTool({ name: "sql", arguments: { sql: "select generate_series(1, 600)" } });
  const { data } = many.structuredContent as { data: { rows: string[][]; is_cut: boolean } };
  expect([data.rows.length, data.is_cut]).toEqual([500, true]);
  const wrong = await open.callTool({ name: "sql", arguments: { sql: "delete from cairn.roles" } });
  expect(JSON.stringify(wrong.content)).toContain("permission denied");
  const [entry] = await sql<{ actor: string; detail: { sql: string } }[]>`
    select actor, detail from audit_log where project_id = ${world.app.project.id} and action = 'query.run'
    order by id limit 1`;
  expect(entry).toMatchObject({ actor: expect.stringMatching(/^server key/), detail: { sql: input.sql } });
  await open.close();
});

test("a mistake is explained, so that the assistant can correct it", async () => {
  const wrong = async (name: string, input: Record<string, unknown>) => {
    const { isError, content } = await client.callTool({ name, arguments: input });
    expect(isError).toBe(true);
    return (content as { text: string }[])[0]!.text;
  };
  expect(await wrong("overview", { since: "x" })).toMatch(
    /^Unknown argument: since\. It must be one of from, to/,
  );
  expect(await wrong("explain_install", {})).toBe("install is required.");
  expect(await wrong("explain_install", { install: "x" })).toBe("Install not found!");
  expect(await wrong("report", { by: "nothing" })).not.toBe("");
  await expect(client.callTool({ name: "delete_everything", arguments: {} })).rejects.toThrow("Unknown tool");
});

test("each call is in the audit log, with the key that made it", async () => {
  await ask("overview", day);
  const rows = await sql<{ actor: string; target: string; detail: unknown }[]>`
    select actor, target, detail from audit_log
    where project_id = ${world.app.project.id} and action = 'mcp.call' order by id desc limit 1`;
  expect(rows).toMatchObject([{ target: "overview", detail: { arguments: day } }]);
  expect(rows[0]!.actor).toMatch(/^server key cairn_/);
});

const post = (body: unknown, headers: Record<string, string>) =>
  fetch(`${url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

test("401 without a key · 403 for a key without the permission, and for a page of another origin", async () => {
  expect((await post(ping, {})).status).toBe(401);
  expect((await post(ping, { authorization: `Bearer ${world.app.serverKey}` })).status).toBe(403);
  const key = await keyFor(world.app, "mcp");
  const authorization = `Bearer ${key}`;
  expect((await post(ping, { authorization, origin: "https://evil.example" })).status).toBe(403);
  expect((await post(ping, { authorization })).status).toBe(200);
  expect((await post([ping], { authorization })).status).toBe(400);
  expect((await post(ping, { authorization, "mcp-protocol-version": "2020-01-01" })).status).toBe(400);
  expect((await fetch(`${url}/mcp`, { headers: { authorization } })).status).toBe(405);
  const unknown = await (await post({ ...ping, method: "resources/list" }, { authorization })).json();
  expect(unknown).toMatchObject({ error: { code: -32601, message: "Unknown method: resources/list." } });
  expect(
    (await post({ jsonrpc: "2.0", method: "notifications/initialized" }, { authorization })).status,
  ).toBe(202);
});

test("429 after 60 calls in a minute with one key", async () => {
  const authorization = `Bearer ${await keyFor(await aProject(), "mcp")}`;
  const statuses = new Set<number>();
  for (let n = 0; n < 70 && !statuses.has(429); n++) {
    const { status, headers } = await post(ping, { authorization });
    statuses.add(status);
    if (status === 429) expect(headers.get("retry-after")).not.toBeNull();
  }
  expect([...statuses]).toContain(429);
});

test("an answer of another project is never returned: a key reads only its own", async () => {
  const other = await connected(await keyFor(await aProject(), "mcp"));
  const { installs } = (await ask("list_installs")).data;
  const answer = await other.callTool({ name: "explain_install", arguments: { install: installs[0].id } });
  expect(answer.isError).toBe(true);
  await other.close();
});
