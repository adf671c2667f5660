import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { makeShare } from "@/lib/activity/shares/shares";
import { completeEnv, env } from "@/lib/base/env";
import { newId, randomBase62 } from "@/lib/base/ids";
import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { makeAddress } from "@/lib/facts/purchases/settings/connect";
import { identify } from "@/lib/facts/users/identify";
import { addAudience } from "@/lib/outbound/audiences/manage/audiences";
import { audienceInput } from "@/lib/outbound/audiences/schema";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { destinationInput } from "@/lib/outbound/destinations/schema";
import { changeSite } from "@/lib/projects/site/site";
import { type OpenDocument, readReference } from "@/lib/reference/content/operations";
import { openApiReference } from "@/lib/reference/open-api";
import { testInput } from "@/lib/reporting/incrementality/schema";
import { addTest } from "@/lib/reporting/incrementality/tests";
import { aRealServer } from "@/sdk/testing/real-server";
import { differences } from "@/testing/conformance";
import { type AProject, aClick, aProject, decideEverything, withoutLimits } from "@/testing/factories";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.warn("SKIPPED: the examples of /docs as printed: no curl.");

const operations = readReference(openApiReference(endpoints) as OpenDocument).flatMap(({ groups }) =>
  groups.flatMap((group) => group.operations),
);
const first = ["post/api/v1/create-campaign", "post/api/client/init", "post/api/client/trigger"];
/** Run first, so that the report shows the spend, and waiting payments are converted. */
const early = ["post/api/v1/spend", "put/api/v1/exchange-rates", "post/api/v1/networks"];
/** Run last, because they delete the data of the other examples. */
const last = [
  "delete/api/v1/campaigns/{display_id}",
  "delete/api/v1/exchange-rates",
  "delete/api/v1/networks/{code}",
];
const rankOf = (id: string) =>
  first.includes(id) ? -5 + first.indexOf(id) : early.includes(id) ? -1 : last.includes(id) ? 1 : 0;

const day = (time: string) => new Date(`2026-06-10T${time}Z`);

/** A click in June, its install, a user, an event, two payments and a delivery, for the days in the examples. */
async function aJune(app: AProject): Promise<void> {
  const { project } = app;
  const [campaign] = await sql<{ id: number }[]>`
    select id from campaigns where project_id = ${project.id} and display_id = 'summer-sale'`;
  const click = await aClick(app, { campaignId: campaign!.id, at: day("09:00"), adSetId: "17" });
  const install = {
    token: app.token,
    install_instance_id: "a-uuid-of-this-install",
    platform: "ANDROID" as const,
  };
  const at = (time: string) => ({ userAgent: null, address: "192.0.2.1", now: day(time) });
  await registerInstall(
    project,
    { ...install, device_data: { install_ref: `cairn_click=${click}` } } as never,
    at("09:05") as never,
  );
  await decideEverything(app);
  await identify(project, { ...install, user_data: { id: "user-42", name: "Ada" } }, at("09:10"));
  await captureEvent(project, { ...install, event_name: "trail_finished", amount: 5 } as never, at("09:20"));
  const payment = { ...install, user_id: "user-42", type: "FIRST_PAYMENT", status: "PAYMENT_COMPLETED" };
  await capturePayment(project, { ...payment, payment_id: "order-7", amount: 85 } as never, at("09:30"));
  const waiting = { ...payment, payment_id: "order-8", amount: 20, currency: "EUR" };
  await capturePayment(project, waiting as never, at("09:40"));
  const input = destinationInput.parse({
    kind: "webhook",
    name: "Our server",
    settings: { url: "https://hooks.example.com/cairn" },
  });
  await createDestination(project, input, commandLine, new Date());
  const attempts = [{ at: day("09:31"), ms: 84, is: "sent", code: "200", why: null, answer: null }];
  await sql`
    insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, user_id,
      install_instance_id, decision_version, state, tries, attempts, created_at, begun_at, ended_at)
    select ${project.id}, ${newId(day("09:31"))}, id, 'payment:order-7', 'payment', 'order-7', ${day("09:30")}, 'user-42',
      'a-uuid-of-this-install', 1, 'sent', 1, ${JSON.stringify(attempts)}::text::jsonb, ${day("09:31")},
      ${day("09:31")}, ${day("09:31")}
    from destinations where project_id = ${project.id}`;
}

/** Replaces the example's token or host, which only this server knows. */
async function ownUrl(id: string, app: AProject, url: string): Promise<string> {
  if (id.startsWith("get/api/callbacks/")) return url.replace("cairn_yourServerKey", app.serverKey);
  if (id.startsWith("post/api/purchases/")) {
    const { address } = await makeAddress(app.project, "revenuecat", commandLine, new Date());
    return url.replace(/\/api\/purchases\/[^'\s]*/, new URL(address).pathname);
  }
  if (id.includes("/api/v1/incrementality/{id}")) {
    const input = testInput.parse({
      ...{ title: "Meta in Germany", kind: "pause_regions", network: "META", countries: ["DE"] },
      ...{ starts_on: "2026-07-01", ends_on: "2026-07-28" },
    });
    const { test } = await addTest(app.project, input, commandLine, new Date());
    return url.replace("/incrementality/7", `/incrementality/${test.id}`);
  }
  if (id.includes("/api/v1/audiences/{id}")) {
    const input = audienceInput.parse({ title: "Lapsed buyers", conditions: {}, kind: "csv" });
    const { audience } = await addAudience(app.project, input, commandLine, new Date());
    const busy = async () => {
      const [row] = await sql<{ n: number }[]>`
        select count(*)::int as n from audiences
        where project_id = ${app.project.id} and (claim is not null or next_at <= now())`;
      return row!.n;
    };
    await expect.poll(busy, { interval: 20 }).toBe(0);
    return url.replace("/audiences/7", `/audiences/${audience.id}`);
  }
  if (id === "get/api/caddy/ask") return url.replace(/domain=[^']*/, `domain=${app.domain}`);
  if (id !== "get/api/share/{token}") return url;
  const token = randomBase62(40);
  const input = {
    title: "For the client",
    valid_days: 30,
    window: { from: "2026-06-01", to: "2026-06-30" },
    shown: { kind: "report" as const, query: "by=campaign&columns=installs,spend" },
  };
  await makeShare(app.project, input as never, commandLine, { token, now: new Date(), appUrl: env.APP_URL });
  return url.replace(/share\/[^'?]*/, `share/${token}`);
}

const file = join(import.meta.dirname, "content/responses.json");
type Example = { status: number; body: unknown };
const stored: Record<string, Example> = JSON.parse(readFileSync(file, "utf8"));

/** These show the whole server, which other tests use at the same time. */
const ofServer = new Set(["get/api/health", "post/api/cron/upkeep"]);
/** The cohort reaches further ages over time, which are null until then. */
const ofTime = new Set(["get/api/v1/reporting/cohorts"]);
/** Their last run may be in progress. */
const ofRuns = (id: string) => id.includes("/api/v1/audiences");

const numberless = (line: string) => line.replace(/[\d.]+(e-?\d+)?$/, "0");

function differencesOf(id: string, { status, body }: Example): string[] {
  const example = stored[id];
  if (!example) return [`${id} has no example`];
  if (example.status !== status) return [`${id} responds with ${status}, not ${example.status}`];
  // Its example is the document itself.
  if (id === "get/api/openapi.json") return [];
  if (typeof example.body !== "string" || typeof body !== "string")
    return differences(
      example.body,
      body,
      { nullable: ofServer.has(id) || ofTime.has(id) || ofRuns(id) },
      id,
    );
  const lines = new Set(body.split("\n").map(numberless));
  return example.body.split("\n").filter((line) => line !== "…" && !lines.has(numberless(line)));
}

/** Replaces values by those of the example: the documentation's hosts, and shortened texts. */
function exampleOf(id: string, { status, body }: Example, app: AProject): Example {
  if (id === "get/api/metrics")
    return { status, body: `${String(body).split("\n").slice(0, 3).join("\n")}\n…` };
  if (id === "get/api/openapi.json") {
    const { openapi, info } = body as { openapi: string; info: { title: string } };
    return { status, body: { openapi, info: { title: info.title } } };
  }
  const text = JSON.stringify(body)
    .replaceAll(/https?:\/\/project-\w+\.localhost(:\d+)?/g, "https://links.example.com")
    .replaceAll(/project-\w+\.localhost/g, "links.example.com")
    .replaceAll(app.project.name, "Trails");
  return { status, body: JSON.parse(text) };
}

const parsed = (text: string): unknown => {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
};

test.skipIf(!hasCurl)(
  "every curl example of the reference runs as printed, and its response matches the printed one",
  async () => {
    completeEnv({ CRON_SECRET: "cron-secret", METRICS_TOKEN: "metrics-token" });
    const app = await aProject({ currency: "USD" });
    await withoutLimits(app);
    await sql`update server_keys set scopes = '{api,raw,ad_revenue,personal}' where project_id = ${app.project.id}`;
    const site = { origins: ["https://www.example.com"] };
    const { token: siteToken } = await changeSite(app.project, site, commandLine, new Date());
    const server = await aRealServer();
    const refused: string[] = [];
    const responses: Record<string, Example> = {};
    for (const { id, samples } of operations.toSorted((a, b) => rankOf(a.id) - rankOf(b.id))) {
      if (id === "get/api/v1/get-attribution-result") await decideEverything(app);
      const printed = samples
        .find(({ label }) => label === "curl")!
        .code.replaceAll(env.APP_URL, server.address)
        .replaceAll("ct_yourProjectsToken", app.token)
        .replaceAll("cw_yourSiteToken", siteToken!);
      const code = await ownUrl(id, app, printed);
      const { stdout } = await promisify(execFile)("sh", ["-c", `${code} -sS -w '\n%{http_code}'`], {
        env: {
          ...process.env,
          CAIRN_SERVER_KEY: app.serverKey,
          CRON_SECRET: env.CRON_SECRET,
          METRICS_TOKEN: env.METRICS_TOKEN,
        },
        maxBuffer: 8_000_000,
      });
      const [, text = "", status = ""] = /^([\s\S]*)\n(\d+)$/.exec(stdout) ?? [];
      if (!status.startsWith("2")) refused.push(`${id}: ${stdout.slice(0, 300)}`);
      responses[id] = { status: Number(status), body: parsed(text) };
      if (id === "post/api/v1/create-campaign") await aJune(app);
    }
    await server.close();
    expect(refused).toEqual([]);
    if (process.env.WRITE_EXAMPLES) {
      const examples = Object.entries(responses).map(([id, got]) => [id, exampleOf(id, got, app)]);
      writeFileSync(file, `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`);
      return;
    }
    expect(Object.keys(stored).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
    expect(Object.entries(responses).flatMap(([id, got]) => differencesOf(id, got))).toEqual([]);
  },
);
