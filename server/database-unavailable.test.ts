import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { freePort } from "@/server/database/embedded-postgres";
import { App } from "@/testing/app";
import { type AProject, aCampaign, aProject, aStoreListing, ledgerOf } from "@/testing/factories";
import { androidUserAgent, clickIdOf } from "@/testing/load";

const folder = mkdtempSync(join(tmpdir(), "cairn-away-"));
let host = "";
let project: AProject;
let campaign: { id: number; displayId: string };
let app: App | null = null;
let door: Server | null = null;

beforeAll(async () => {
  host = `${randomBase62(8).toLowerCase()}.go.example`;
  project = await aProject({ domain: host });
  await aStoreListing(project, "ANDROID");
  campaign = await aCampaign(project);
});
afterEach(async () => {
  await app?.kill();
  app = null;
  door?.close();
  door = null;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes the database reachable at this port. */
async function comes(port: number): Promise<void> {
  const opened = createServer((near) => {
    const far = connect(join(env.DATABASE_SOCKET ?? "", ".s.PGSQL.5432"));
    near.pipe(far).pipe(near);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
  });
  await new Promise<void>((resolve) => opened.listen(port, "127.0.0.1", resolve));
  door = opened;
}

async function startUnavailable(
  name = new URL(env.DATABASE_URL ?? "").pathname,
  given: { port: number; dataDir: string } | null = null,
): Promise<number> {
  const port = given?.port ?? (await freePort());
  const url = new URL(env.DATABASE_URL ?? "");
  const dataDir = given?.dataDir ?? mkdtempSync(join(folder, "data-"));
  app = await App.start({
    dataDir,
    tasks: ["clock"],
    env: {
      DATABASE_URL: `postgres://${url.username}:${url.password}@127.0.0.1:${port}${name}`,
      DATABASE_SOCKET: "",
    },
  });
  return port;
}

const request = (path: string) => app!.call(`GET ${path}`);
const followLink = (path: string) =>
  app!.call(`GET ${path}`, { host, headers: { "user-agent": androidUserAgent, "accept-language": "ne-NP" } });
const statusOf = async (path: string) => (await request(path)).status;

test("started while the database is unavailable, it is alive, not ready, stores clicks, and works once the database is available", async () => {
  const port = await startUnavailable();
  await expect
    .poll(() => app!.logLines.join(""))
    .toContain(
      `The database at 127.0.0.1:${port}${new URL(env.DATABASE_URL!).pathname} cannot be used: no server listens`,
    );
  expect(await statusOf("/api/health/live")).toBe(200);
  const ready = await request("/api/health/ready");
  expect([ready.status, JSON.parse(ready.text)]).toEqual([503, { status: "not ready", reason: "starting" }]);
  const health = await request("/api/health");
  expect([health.status, JSON.parse(health.text).database]).toEqual([503, "unreachable"]);
  const body = { token: project.token, install_instance_id: "cold" };
  for (const answer of [
    await app!.call("POST /api/client/init", { body }),
    await request("/api/v1/campaigns"),
  ]) {
    expect(answer.status).toBe(503);
    expect(answer.headers["retry-after"]).toBe("1");
    expect(JSON.parse(answer.text)).toEqual({
      msg: "Service temporarily unavailable. Please try again.",
      status: 503,
      data: null,
    });
  }
  const path = `/?c=${campaign.displayId}&utm_medium=cold`;
  const unknown = await followLink(path);
  expect([unknown.status, unknown.headers["retry-after"]]).toEqual([503, "5"]);
  const again = /href="(\?[^"]+)"/.exec(unknown.text)![1]!.replaceAll("&amp;", "&");
  expect(again).toContain("cairn_visit=");

  await comes(port);
  await expect.poll(() => statusOf("/api/health/ready")).toBe(200);
  expect(await statusOf("/api/health")).toBe(200);
  const clicks = () => sql<{ id: string; params: object; not_counted: string | null; language: string }[]>`
    select id, params, not_counted, language from clicks where project_id = ${project.project.id}`;
  await expect.poll(async () => (await clicks()).length).toBe(1);
  const [click] = await clicks();
  expect(click).toMatchObject({ params: { utm_medium: "cold" }, not_counted: null, language: "ne-NP" });
  // The retry counts as the same visit.
  const followed = await followLink(`/${again}`);
  expect([followed.status, clickIdOf(followed)]).toEqual([302, click!.id]);
  await expect.poll(async () => (await followLink(path)).status).toBe(302);
  await expect.poll(async () => (await clicks()).length).toBe(2);
  expect(await ledgerOf(project.project.id)).toEqual({ clicks: { count: 2, amount: 0 } });
  expect((await app!.call("POST /api/client/init", { body })).status).toBe(202);
});

test("a wrong database found after the start ends the process with a message", async () => {
  const port = await startUnavailable("/there_is_none");
  await comes(port);
  expect(await app!.ended).toMatchObject({ code: 1 });
  expect(app!.logLines.join("")).toContain("the database does not exist");
});

test("a waiting server can be stopped at once", async () => {
  await startUnavailable();
  expect(await app!.stop()).toEqual({ code: 0, signal: null });
});

test("a link followed before the restart is redirected without the database, and its click is stored later", async () => {
  const given = { port: await freePort(), dataDir: mkdtempSync(join(folder, "data-")) };
  const path = `/?c=${campaign.displayId}&utm_medium=again`;
  await comes(given.port);
  await startUnavailable(undefined, given);
  await expect.poll(async () => (await followLink(path)).status).toBe(302);
  await app!.stop();
  door!.close();
  await startUnavailable(undefined, given);
  expect(await statusOf("/api/health/ready")).toBe(503);
  const answer = await followLink(path);
  expect(answer.status).toBe(302);
  const stored = () => sql`
    select not_counted from clicks where project_id = ${project.project.id} and id = ${clickIdOf(answer)}`;
  expect(await stored()).toHaveLength(0);
  await comes(given.port);
  await expect.poll(async () => (await stored()).length).toBe(1);
});
