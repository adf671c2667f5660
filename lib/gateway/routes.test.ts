import { describe, expect, test } from "vitest";
import { z } from "zod";
import { sql } from "@/db";
import { newProjectToken, newServerKey } from "@/lib/accounts/access/credentials";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv } from "@/lib/base/env";
import { cronRoute, publicRoute } from "@/lib/gateway/operator-routes";
import {
  attributedUsersRoute,
  attributionDataRoute,
  campaignWriteRoute,
  clientRoute,
  dataRoute,
  reportingRoute,
} from "@/lib/gateway/routes";
import { endpoint } from "@/lib/platform/http/endpoint";
import { ok } from "@/lib/platform/http/reply";
import { defineRoute } from "@/lib/platform/http/route";
import { type CallOptions, someAddress, throughBothAdapters } from "@/lib/platform/http/testing";
import { changeLimits } from "@/lib/projects/limits";
import { rotateAppToken } from "@/lib/projects/rotate-token";
import { issueServerKey, replaceServerKey, withdrawServerKey } from "@/lib/projects/server-keys/keys";
import { aProject } from "@/testing/factories";

const hour = 3_600_000;
const limited = "Rate limit exceeded. Please try again later.";

/** One endpoint of each kind, which returns its caller. */
const answers = { 200: { msg: "Fine." } };
const common = { summary: "A test", tag: "Test", answers };
const withKey = {
  ...common,
  handle: (input: { caller: { project: { id: number } } }) =>
    ok("Fine.", { project: input.caller.project.id }),
};
const read = (path: string, kind: typeof dataRoute) => endpoint(path, { GET: defineRoute(kind, withKey) });

const data = read("/api/v1/test-data", dataRoute);
const users = read("/api/v1/test-users", attributedUsersRoute);
const report = endpoint("/api/v1/test-report", {
  GET: defineRoute(reportingRoute, {
    ...withKey,
    query: z.object({ limit: z.string().regex(/^\d+$/, "Bad limit.").optional() }),
  }),
});
const write = endpoint("/api/v1/test-write", {
  POST: defineRoute(campaignWriteRoute, {
    ...withKey,
    body: z.object({ name: z.string("Campaign name is required!") }),
  }),
});
const client = endpoint("/api/client/test", {
  POST: defineRoute(clientRoute, {
    ...common,
    body: z.looseObject({ name: z.string().max(1000, "Too long.").optional() }),
    handle: ({ caller, body, call }) => ok("Fine.", { project: caller.project.id, body, tick: call.tick }),
  }),
});
const attribution = endpoint("/api/client/test-attribution", {
  POST: defineRoute(attributionDataRoute, { ...withKey, body: z.looseObject({}) }),
});
const cron = endpoint("/api/cron/test", {
  GET: defineRoute(cronRoute, { ...common, handle: () => ok("Fine.", null) }),
});
const open = endpoint("/api/test-public", {
  GET: defineRoute(publicRoute, { ...common, handle: () => ok("Fine.", null) }),
});

/** The times of the accepted calls, in milliseconds from the first. */
type Send = (tick: number) => Promise<number>;
async function accepted(send: Send, ticks: number[]): Promise<number[]> {
  const through: number[] = [];
  for (const tick of ticks) if ((await send(tick)) < 400) through.push(tick);
  return through;
}
const max = (times: number[], window: number) =>
  Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + window).length));

throughBothAdapters([data, users, report, write, client, attribution, cron, open] as never, (call) => {
  const keyed: [string, string, string, string][] = [
    ["data", "GET /api/v1/test-data", "Unauthorized access.", "Unauthorized access."],
    ["attributed users", "GET /api/v1/test-users", "Authentication failed.", "Authentication failed."],
    ["campaign writes", "POST /api/v1/test-write", "Server key missing!", "Server key invalid!"],
    ["reporting", "GET /api/v1/test-report", "Unauthorized access.", "Unauthorized access."],
  ];

  describe.each(keyed)("server key, %s", (_group, line, missing, invalid) => {
    const body = line.startsWith("POST") ? { name: "x" } : undefined;
    const request = (query: CallOptions) => call(line, { body, ...query });
    const refusal = (msg: string) => ({ status: 401, body: { msg, status: 401, data: null } });

    test("200 for a key of the project", async () => {
      const { project, serverKey } = await aProject();
      expect(await request({ key: serverKey })).toMatchObject({
        status: 200,
        body: { data: { project: project.id } },
      });
    });

    test(`401 ${missing} without a key`, async () => {
      expect(await request({})).toMatchObject(refusal(missing));
      expect(await request({ key: "" })).toMatchObject(refusal(missing));
    });

    test(`401 ${invalid} for an invalid key`, async () => {
      const { token, serverKey } = await aProject();
      const flipped = serverKey.slice(0, 20) + (serverKey[20] === "a" ? "b" : "a") + serverKey.slice(21);
      for (const key of [
        "x",
        token,
        newServerKey().key,
        flipped,
        serverKey.toLowerCase(),
        `${serverKey}x`,
        serverKey.slice(0, -1),
        `Bearer ${serverKey}`,
      ]) {
        expect(await request({ key })).toMatchObject(refusal(invalid));
      }
    });

    test(`401 ${invalid} for a revoked key`, async () => {
      const { project } = await aProject();
      const now = new Date();
      const { key, server_key } = await issueServerKey(
        project,
        { name: "x", expiresAt: null },
        commandLine,
        now,
      );
      await withdrawServerKey(project, server_key.id, commandLine, now);
      expect(await request({ key })).toMatchObject(refusal(invalid));
    });

    test(`401 ${invalid} for a key from the moment it expires`, async () => {
      const { project } = await aProject();
      const now = Date.now();
      const { key } = await issueServerKey(
        project,
        { name: "x", expiresAt: new Date(now + hour) },
        commandLine,
        new Date(now),
      );
      const at = async (ms: number) => (await request({ key, now: new Date(now + ms), tick: ms })).status;
      expect([await at(hour - 1), await at(hour)]).toEqual([200, 401]);
    });

    test("a rotated key works until its overlap ends, the new one at once", async () => {
      const { project } = await aProject();
      const now = Date.now();
      const old = await issueServerKey(project, { name: "x", expiresAt: null }, commandLine, new Date(now));
      const fresh = await replaceServerKey(
        project,
        { id: old.server_key.id, overlapHours: 1 },
        commandLine,
        new Date(now),
      );
      const at = async (key: string, ms: number) =>
        (await request({ key, now: new Date(now + ms), tick: ms })).status;
      expect([await at(old.key, hour - 1), await at(fresh.key, 0)]).toEqual([200, 200]);
      expect([await at(old.key, hour), await at(fresh.key, hour)]).toEqual([401, 200]);
    });

    test("401 for two keys at once, valid or not", async () => {
      const { serverKey } = await aProject();
      const headers = { "service-key": [serverKey, serverKey] };
      expect((await request({ headers })).status).toBe(401);
    });

    test("the header's name is any of SERVER_KEY_HEADERS, in any case", async () => {
      const { serverKey } = await aProject();
      for (const [i, name] of ["Service-Key", "SERVICE-KEY", "linkrunner-key", "Linkrunner-Key"].entries()) {
        expect((await request({ headers: { [name]: serverKey }, tick: i * 60_000 })).status).toBe(200);
      }
      expect((await request({ headers: { "api-key": serverKey } })).status).toBe(401);
      expect((await request({ headers: { authorization: `Bearer ${serverKey}` } })).status).toBe(401);
    });

    test("401 precedes any error of the arguments", async () => {
      const bad = line.startsWith("POST") ? { body: "{" } : { query: "limit=x" };
      expect((await request(bad)).status).toBe(401);
    });

    test("a deleted project's key is invalid", async () => {
      const { project, serverKey } = await aProject();
      await sql`update projects set deleted_at = now() where id = ${project.id}`;
      expect(await request({ key: serverKey })).toMatchObject(refusal(invalid));
    });
  });

  test("the header's names can be configured", async () => {
    const { serverKey } = await aProject();
    completeEnv({ SERVER_KEY_HEADERS: "x-our-key" });
    try {
      expect((await call("GET /api/v1/test-data", { headers: { "x-our-key": serverKey } })).status).toBe(200);
      expect((await call("GET /api/v1/test-data", { key: serverKey })).status).toBe(401);
    } finally {
      completeEnv({ SERVER_KEY_HEADERS: "" });
    }
  });

  describe("limits", () => {
    const table: [string, string, number][] = [
      ["data endpoints, per server key", "GET /api/v1/test-data", 30],
      ["attributed users, per server key", "GET /api/v1/test-users", 30],
      ["campaign create, edit and delete, per server key", "POST /api/v1/test-write", 10],
    ];

    test.each(table)("%s: %s allows %i a second, then 429", async (_title, line, count) => {
      const { serverKey: key } = await aProject();
      const send = (tick: number) => call(line, { key, tick, body: { name: "x" } });
      for (let i = 0; i < count; i++) expect((await send(1_000)).status).toBe(200);
      const refused = await send(1_000);
      expect(refused).toMatchObject({ status: 429, body: { msg: limited, status: 429, data: null } });
      expect(refused.headers.get("retry-after")).toBe("1");
      expect((await send(1_999)).status).toBe(429);
      expect((await send(2_000)).status).toBe(200);
    });

    test.each(table)(
      "%s: no rolling second of %s has more than %i calls, however they are spread",
      async (_title, line, count) => {
        const { serverKey: key } = await aProject();
        const ticks = Array.from({ length: count * 6 }, () => Math.random() * 3_000).sort((a, b) => a - b);
        const through = await accepted(
          async (tick) => (await call(line, { key, tick, body: { name: "x" } })).status,
          ticks,
        );
        expect(max(through, 1_000)).toBe(count);
      },
    );

    test("a client at exactly the limit is never rejected", async () => {
      const { serverKey: key } = await aProject();
      for (let i = 0; i < 90; i++) {
        const tick = Math.floor(i / 30) * 1_000 + (i % 30) * 10;
        expect((await call("GET /api/v1/test-data", { key, tick })).status).toBe(200);
      }
    });

    test("data and write limits are separate, and so are keys of one project", async () => {
      const { project, serverKey: key } = await aProject();
      const other = await issueServerKey(project, { name: "x", expiresAt: null }, commandLine, new Date());
      for (let i = 0; i < 10; i++)
        await call("POST /api/v1/test-write", { key, tick: 0, body: { name: "x" } });
      const status = async (line: string, query: CallOptions) =>
        (await call(line, { tick: 0, body: { name: "x" }, ...query })).status;
      expect(await status("POST /api/v1/test-write", { key })).toBe(429);
      expect(await status("GET /api/v1/test-data", { key })).toBe(200);
      expect(await status("POST /api/v1/test-write", { key: other.key })).toBe(200);
    });

    test("30 a second from one address over all of /api/v1, whatever the key", async () => {
      const address = someAddress();
      const keys = await Promise.all([1, 2, 3, 4].map(async () => (await aProject()).serverKey));
      const lines = ["GET /api/v1/test-data", "GET /api/v1/test-users", "POST /api/v1/test-write"];
      for (let i = 0; i < 30; i++) {
        const query = { key: keys[i % 4]!, address, tick: 0, body: { name: "x" } };
        expect((await call(lines[i % 3]!, query)).status).toBe(200);
      }
      const refused = await call("GET /api/v1/test-data", { key: keys[0]!, address, tick: 999 });
      expect(refused).toMatchObject({ status: 429, body: { msg: limited } });
      const reporting = await call("GET /api/v1/test-report", { key: keys[0]!, address, tick: 999 });
      expect(reporting.status).toBe(429);
      expect(reporting.headers.get("retry-after")).toBe("60");
      expect((await call("GET /api/v1/test-data", { key: keys[0]!, tick: 999 })).status).toBe(200);
    });

    test("calls without a valid key count towards the address's limit, too", async () => {
      const address = someAddress();
      const { serverKey } = await aProject();
      for (let i = 0; i < 30; i++) {
        const key = i % 2 ? { key: newServerKey().key } : {};
        expect((await call("GET /api/v1/test-data", { ...key, address, tick: 0 })).status).toBe(401);
      }
      expect(
        (await call("GET /api/v1/test-data", { key: newServerKey().key, address, tick: 0 })).status,
      ).toBe(429);
      expect((await call("GET /api/v1/test-data", { key: serverKey, address, tick: 0 })).status).toBe(429);
      expect((await call("GET /api/v1/test-data", { key: serverKey, address, tick: 1_000 })).status).toBe(
        200,
      );
    });

    test("reporting: one a minute per key, 429 with Retry-After 60", async () => {
      const { project, serverKey: key } = await aProject();
      const other = await issueServerKey(project, { name: "x", expiresAt: null }, commandLine, new Date());
      const at = async (tick: number, sent = key) => call("GET /api/v1/test-report", { key: sent, tick });
      expect((await at(0)).status).toBe(200);
      const refused = await at(59_999);
      expect(refused).toMatchObject({ status: 429, body: { msg: limited, status: 429 } });
      expect(refused.headers.get("retry-after")).toBe("60");
      expect((await at(59_999, other.key)).status).toBe(200);
      expect((await at(60_000)).status).toBe(200);
    });

    test("reporting: a call with invalid arguments does not use up the minute", async () => {
      const { serverKey: key } = await aProject();
      const bad = () => call("GET /api/v1/test-report", { key, tick: 0, query: { limit: "x" } });
      expect((await bad()).status).toBe(400);
      expect((await bad()).status).toBe(400);
      expect((await call("GET /api/v1/test-report", { key, tick: 0 })).status).toBe(200);
    });

    test("of concurrent reports one gets a 200", async () => {
      const { serverKey: key } = await aProject();
      const got = await Promise.all(
        [1, 2, 3, 4, 5].map(() => call("GET /api/v1/test-report", { key, tick: 0 })),
      );
      expect(got.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429]);
    });

    test("client: 25 a second per token, from any address", async () => {
      const { token } = await aProject();
      const { token: other } = await aProject();
      const send = (tick: number, sent = token) =>
        call("POST /api/client/test", { tick, body: { token: sent } });
      for (let i = 0; i < 25; i++) expect((await send(0)).status).toBe(200);
      const refused = await send(949);
      expect(refused).toMatchObject({ status: 429, body: { msg: limited, status: 429, data: null } });
      expect(refused.headers.get("retry-after")).toBe("1");
      expect((await call("POST /api/client/test-attribution", { tick: 949, body: { token } })).status).toBe(
        429,
      );
      expect((await send(949, other)).status).toBe(200);
      expect((await send(1_000)).status).toBe(200);
    });

    test("client: no rolling second has more than 25 calls", async () => {
      const { token } = await aProject();
      const ticks = Array.from({ length: 150 }, () => Math.random() * 2_500).sort((a, b) => a - b);
      const through: number[] = [];
      for (const tick of ticks) {
        const answer = await call("POST /api/client/test", { tick, body: { token } });
        if (answer.status === 200) through.push(answer.body.data.tick);
      }
      // The tolerance is larger than the rounding error of such sums.
      expect(max(through, 1_000 - 1e-6)).toBe(25);
    });

    test("client: an app that calls evenly at the limit is not rejected because of network delays", async () => {
      const { token } = await aProject();
      const ticks = Array.from({ length: 150 }, (_, i) => i * 40 + Math.random() * 45).sort((a, b) => a - b);
      for (const tick of ticks) {
        expect((await call("POST /api/client/test", { tick, body: { token } })).status).toBe(200);
      }
    });

    test("client: calls without a valid token share one limit per address", async () => {
      const address = someAddress();
      const send = (token: unknown) => call("POST /api/client/test", { address, tick: 0, body: { token } });
      for (let i = 0; i < 25; i++) expect((await send(i % 2 ? newProjectToken() : "")).status).toBe(400);
      expect((await send(newProjectToken())).status).toBe(429);
      expect((await send("")).status).toBe(429);
    });

    test("client: wrong tokens from an address do not block valid tokens from it, known or new", async () => {
      const address = someAddress();
      const send = (token: unknown) => call("POST /api/client/test", { address, tick: 0, body: { token } });
      const [known, fresh] = [await aProject(), await aProject()];
      expect((await send(known.token)).status).toBe(200);
      for (let i = 0; i < 40; i++) await send(newProjectToken());
      expect((await send(newProjectToken())).status).toBe(429);
      expect((await send(known.token)).status).toBe(200);
      expect((await send(fresh.token)).status).toBe(200);
    });

    test("an IPv6 address counts with its whole /64 network", async () => {
      const byte = () => Math.floor(Math.random() * 65_536).toString(16);
      const net = `2a01:${byte()}:${byte()}:${byte()}`;
      const from = () => `${net}:${byte()}:${byte()}:${byte()}:${byte()}`;
      const keyless = async (address: string) =>
        (await call("GET /api/v1/test-data", { address, tick: 0 })).status;
      for (let i = 0; i < 30; i++) expect(await keyless(from())).toBe(401);
      expect(await keyless(from())).toBe(429);
      expect(await keyless(`2a02${net.slice(4)}::1`)).toBe(401);
      const tokenless = async () =>
        (await call("POST /api/client/test", { address: from(), tick: 0, body: { token: "x" } })).status;
      for (let i = 0; i < 25; i++) expect(await tokenless()).toBe(400);
      expect(await tokenless()).toBe(429);
    });

    test("a project's own limits replace the defaults, and can be switched off", async () => {
      const { project, serverKey: key, token } = await aProject();
      await changeLimits(project, { data: 3, client: "off", reporting: 2 }, commandLine, { now: new Date() });
      const data = async (tick: number) => (await call("GET /api/v1/test-data", { key, tick })).status;
      expect([await data(0), await data(0), await data(0), await data(0)]).toEqual([200, 200, 200, 429]);
      for (let i = 0; i < 60; i++)
        expect((await call("POST /api/client/test", { tick: 0, body: { token } })).status).toBe(200);
      const report = async (tick: number) => (await call("GET /api/v1/test-report", { key, tick })).status;
      expect([await report(0), await report(0), await report(0), await report(1_000)]).toEqual([
        200, 200, 429, 200,
      ]);
    });

    test("a spoofed X-Forwarded-For does not change a limit", async () => {
      const send = () =>
        call("GET /api/v1/test-data", {
          address: null,
          tick: 0,
          headers: { "x-forwarded-for": someAddress() },
        });
      for (let i = 0; i < 30; i++) expect((await send()).status).toBe(401);
      expect((await send()).status).toBe(429);
    });
  });

  describe("app token", () => {
    const lines: [string, number][] = [
      ["POST /api/client/test", 400],
      ["POST /api/client/test-attribution", 401],
    ];

    test.each(lines)("%s: 400 without a token, %i for an unknown one", async (line, invalid) => {
      for (const body of [{}, { token: "" }, { token: null }]) {
        expect(await call(line, { body })).toMatchObject({
          status: 400,
          body: { msg: "Token is required!", data: null },
        });
      }
      const { serverKey, token } = await aProject();
      for (const sent of [
        newProjectToken(),
        serverKey,
        "x",
        7,
        {},
        [token],
        token.toLowerCase(),
        "'; drop table projects; --",
      ]) {
        expect(await call(line, { body: { token: sent } })).toMatchObject({
          status: invalid,
          body: { msg: "Invalid token!", status: invalid, data: null },
        });
      }
      expect((await call(line, { body: { token } })).status).toBe(200);
    });

    test("a rotated token works until its overlap ends", async () => {
      const { project, token } = await aProject();
      const now = Date.now();
      const { token: fresh } = await rotateAppToken(project, 1, commandLine, new Date(now));
      const at = async (sent: string, ms: number) =>
        (await call("POST /api/client/test", { body: { token: sent }, now: new Date(now + ms), tick: ms }))
          .status;
      expect([await at(token, hour - 1), await at(token, hour), await at(fresh, hour)]).toEqual([
        200, 400, 200,
      ]);
    });

    test("a deleted project's token is invalid", async () => {
      const { project, token } = await aProject();
      await sql`update projects set deleted_at = now() where id = ${project.id}`;
      expect((await call("POST /api/client/test", { body: { token } })).status).toBe(400);
    });

    test("web pages of any origin may call these routes, and no others", async () => {
      const { token, serverKey } = await aProject();
      const got = await call("POST /api/client/test", {
        body: { token },
        headers: { origin: "https://app.example" },
      });
      expect(got.headers.get("access-control-allow-origin")).toBe("*");
      const preflight = await call("OPTIONS /api/client/test", {
        headers: { origin: "https://app.example" },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
      expect(got.headers.get("access-control-expose-headers")).toContain("retry-after");
      const server = await call("GET /api/v1/test-data", {
        key: serverKey,
        headers: { origin: "https://app.example" },
      });
      expect(server.headers.get("access-control-allow-origin")).toBeNull();
      expect((await call("OPTIONS /api/v1/test-data")).status).toBe(405);
    });

    test("a preflight allows the headers that tracing and error tools add", async () => {
      const query = "content-type,traceparent,baggage,sentry-trace,x-requested-with";
      const preflight = await call("OPTIONS /api/client/test", {
        headers: { origin: "https://app.example", "access-control-request-headers": query },
      });
      expect(preflight.headers.get("access-control-allow-headers")).toBe(query);
      const without = await call("OPTIONS /api/client/test", { headers: { origin: "https://app.example" } });
      expect(without.headers.get("access-control-allow-headers")).toContain("content-type");
    });

    test("a page can read that a method is not allowed", async () => {
      const got = await call("PUT /api/client/test", { headers: { origin: "https://app.example" } });
      expect(got.status).toBe(405);
      expect(got.headers.get("access-control-allow-origin")).toBe("*");
    });
  });

  describe("cron secret", () => {
    test("401 without a secret, with a wrong or empty one and in the query; 200 with the right one", async () => {
      completeEnv({ CRON_SECRET: "a secret of the test" });
      const request = (headers: Record<string, string>, query = "") =>
        call("GET /api/cron/test", { headers, query });
      for (const headers of [
        {},
        { authorization: "Bearer wrong" },
        { authorization: "" },
        { authorization: "Bearer " },
      ]) {
        expect(await request(headers as never)).toMatchObject({
          status: 401,
          body: { status: 401, data: null },
        });
      }
      expect(
        (await request({}, "secret=a+secret+of+the+test&authorization=a+secret+of+the+test")).status,
      ).toBe(401);
      expect((await request({ authorization: "Bearer a secret of the test" })).status).toBe(200);
    });

    test("closed if no secret is set", async () => {
      completeEnv({ CRON_SECRET: "" });
      for (const authorization of ["", "Bearer ", "Bearer undefined", "Bearer null"]) {
        expect((await call("GET /api/cron/test", { headers: { authorization } })).status).toBe(401);
      }
    });
  });

  test("a public endpoint needs no credentials", async () => {
    expect((await call("GET /api/test-public")).status).toBe(200);
  });
});
