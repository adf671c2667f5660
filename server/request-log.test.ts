import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as campaigns from "@/app/api/v1/campaigns/route";
import { completeEnv } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { type ForwardedCall, Pipe } from "@/server/http/pipe";
import { App } from "@/testing/app";
import { type AProject, aCampaign, aMember, aProject } from "@/testing/factories";

const folder = mkdtempSync(join(tmpdir(), "cairn-request-log-"));
let app: AProject;
let displayId = "";
let server: App;
let logFile = "";

beforeAll(async () => {
  app = await aProject({ domain: `${randomBase62(8).toLowerCase()}.go.example` });
  displayId = (await aCampaign(app)).displayId;
});
afterEach(() => server?.kill());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(env: Record<string, string>) {
  logFile = join(folder, `log-${randomBase62(6)}`);
  server = await App.start({
    dataDir: folder,
    dashboard: true,
    logFile,
    env: { LOG_LEVEL: "debug", ...env },
  });
}

type Line = { level: number; requestId?: string; project?: number; route?: string; status?: number };

/** The log line of the call with this request id, once it is written. */
async function lineOf(requestId: unknown): Promise<Line | undefined> {
  const find = () =>
    readFileSync(logFile, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
      .find((line) => line.requestId === requestId && line.route);
  await expect.poll(find).toBeDefined();
  return find();
}

const init = (more: object = {}) => ({
  body: { token: app.token, install_instance_id: "i", ...more },
});
const proxied = (id: string) => ({ headers: { "x-request-id": id } });

test("a log line has the project of the key, token, session or link, also for a rejected call", async () => {
  await start({});
  const { session } = await aMember("owner", app.accountId);
  const project = app.project.id;
  const requests = [
    ["POST /api/client/init", init()],
    ["POST /api/client/capture-event", init({ event_name: 3 })],
    ["GET /api/v1/campaigns", { headers: { "service-key": app.serverKey } }],
    [`GET /api/dashboard/projects/${project}/overview`, { headers: { cookie: session } }],
    [`GET /?c=${displayId}`, { host: app.domain }],
  ] as const;
  const statuses: number[] = [];
  for (const [line, query] of requests) {
    const { status, headers } = await server.call(line, query);
    statuses.push(status);
    expect(await lineOf(headers["x-request-id"])).toMatchObject({ project, status });
    expect(headers["x-cairn-project"]).toBeUndefined();
  }
  expect(statuses).toEqual([202, 400, 200, 200, 200]);
  const { headers } = await server.call("POST /api/client/init", init({ token: "nobody's" }));
  expect(await lineOf(headers["x-request-id"])).not.toHaveProperty("project");
});

test("a call keeps the request ID of a trusted proxy only", async () => {
  const id = "7f1c3a52-e9b0-4d6c-8a7b-3f0e1d2c4b5a";
  await start({ TRUSTED_PROXY_HOPS: "1" });
  expect((await server.call("GET /api/health/live", proxied(id))).headers["x-request-id"]).toBe(id);
  expect(await lineOf(id)).toMatchObject({ status: 200 });
  const bad = "ada@example.com was here";
  expect((await server.call("GET /api/health/live", proxied(bad))).headers["x-request-id"]).not.toBe(bad);
  await server.kill();
  await start({});
  expect((await server.call("GET /api/health/live", proxied(id))).headers["x-request-id"]).not.toBe(id);
});

test.each([
  ["errors", [503]],
  ["off", []],
])("with LOG_REQUESTS=%s only so many calls are logged", async (input, logged) => {
  await start({ LOG_REQUESTS: input, CRON_SECRET: "s", LOG_LEVEL: "info" });
  expect((await server.call("POST /api/client/init", init())).status).toBe(202);
  expect((await server.call("GET /api/v1/campaigns")).status).toBe(401);
  // Pages are not served here, so the response is that of a starting dashboard.
  expect((await server.call("GET /sign-in")).status).toBe(503);
  await server.stop();
  const statuses = readFileSync(logFile, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as Line).status)
    .filter((status) => status !== undefined);
  expect(statuses).toEqual(logged);
});

test("Next's process returns the caller to the front process, which removes it from the response", async () => {
  completeEnv({ CAIRN_FRONT_SECRET: "word" });
  const send = (headers: Record<string, string>) =>
    campaigns.GET(
      new Request("http://localhost/api/v1/campaigns", {
        headers: { "service-key": app.serverKey, ...headers },
      }),
    );
  const passedOn = (await send({ "x-cairn-front": "word" })).headers.get("x-cairn-project");
  expect(passedOn).toBe(String(app.project.id));
  expect((await send({})).headers.get("x-cairn-project")).toBeNull();
  completeEnv({ CAIRN_FRONT_SECRET: "" });

  const socketPath = join(folder, "next.sock");
  const next = createServer((_request, response) => {
    response.writeHead(200, { "x-cairn-project": "7", "x-other": "here" }).end();
  });
  const visit: ForwardedCall = { requestId: "id", address: "127.0.0.1", host: "localhost" };
  const front = createServer((request, response) => {
    void new Pipe({ socketPath }, "word").forward(request, response, visit);
  });
  await Promise.all([
    new Promise<void>((resolve) => next.listen(socketPath, resolve)),
    new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve)),
  ]);
  const { headers } = await fetch(`http://127.0.0.1:${(front.address() as AddressInfo).port}/`);
  expect([headers.get("x-other"), headers.get("x-cairn-project")]).toEqual(["here", null]);
  expect(visit.project).toBe(7);
  for (const one of [next, front]) one.close();
});
