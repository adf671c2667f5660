import { request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { claimPostbacks } from "@/lib/apple/postbacks/claim";
import vectors from "@/lib/apple/postbacks/vectors.json" with { type: "json" };
import { completeEnv } from "@/lib/base/env";
import { markStarted, markStarting } from "@/lib/platform/health/starting";
import { Router } from "@/lib/platform/http/router";
import { someAddress } from "@/lib/platform/http/testing";
import { createFront } from "@/server/http/front";
import { anAppId, aSkanPostback, listApp } from "@/testing/apple-postbacks";
import { type AProject, aProject } from "@/testing/factories";

const skan = "/.well-known/skadnetwork/report-attribution/";
const aak = "/.well-known/appattribution/report-attribution/";

let front: Server;
/** The apps in Apple's examples, which other tests do not list. */
let app: AProject;

beforeAll(async () => {
  app = await aProject();
  front = createFront({
    router: new Router([]),
    links: async () => ({ status: 302, headers: { location: "https://example.com" }, body: null }),
    isAppHost: () => false,
    pipe: { forward: async () => Promise.reject(new Error("Nothing here is a page.")) } as never,
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => front.close(resolve)));

completeEnv({ TRUSTED_PROXY_HOPS: "1" });

type PostbackRequest = { method?: string; host?: string; headers?: Record<string, string> };

function send(
  path: string,
  body: unknown,
  { method = "POST", host = "example.com", headers = {} }: PostbackRequest = {},
) {
  const { port } = front.address() as AddressInfo;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = { host, "content-type": "application/json", "x-forwarded-for": someAddress(), ...headers };
    httpRequest({ port, host: "127.0.0.1", path, method, agent: false, headers: sent }, (answer) => {
      answer.resume().on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    })
      .on("error", reject)
      .end(text);
  });
}

const stored = () => sql<
  { uid: string; verdict: string; is_test: boolean; is_first: boolean; fine: number | null }[]
>`
  select postback_uid as uid, verdict, is_test, is_first, fine from apple_postbacks
  where project_id = ${app.project.id} order by received_at, id`;

const first = vectors.skan.positive[0]!.postback;

test("a postback for an unlisted app is stored, and waits for a project that lists the app and verified its domain", async () => {
  expect((await send(skan, first, { host: `${app.domain.toUpperCase()}:443` })).status).toBe(200);
  expect(await stored()).toEqual([]);
  await listApp(app, 525463029);
  await listApp(app, 10738027756);
  await claimPostbacks(5_000, () => new Date(), { only: "525463029" });
  expect(await stored()).toMatchObject([
    { uid: first["transaction-id"], verdict: "verified", is_first: true, fine: 63 },
  ]);
});

test("every example of Apple's is stored with its kind, with and without a final slash", async () => {
  for (const { postback } of vectors.skan.positive) {
    expect((await send(skan.slice(0, -1), postback)).status).toBe(200);
  }
  for (const { body } of vectors.aak) expect((await send(aak, body)).status).toBe(200);
  const rows = await stored();
  const verified = rows.filter(({ verdict }) => verdict === "verified");
  // Versions 2.1, 2.2 and 3.0 show the same conversion, of which one copy counts.
  expect(new Set(verified.map(({ uid }) => uid))).toEqual(
    new Set([
      ...vectors.skan.positive.map(({ postback }) => postback["transaction-id"]),
      "85546eb7-fd39-44bc-8990-c98a4ac36a49",
    ]),
  );
  expect(verified.filter(({ is_first }) => is_first)).toHaveLength(5);
  expect(
    rows
      .filter(({ is_test }) => is_test)
      .map(({ verdict }) => verdict)
      .sort(),
  ).toEqual(["bad_signature", "verified"]);
});

test("unsigned values may differ, and a differing copy is stored next to the first", async () => {
  const changed = { ...first, "conversion-value": 1 };
  expect((await send(skan, changed)).status).toBe(200);
  const copies = (await stored()).filter(({ uid }) => uid === first["transaction-id"]);
  expect(copies).toMatchObject([
    { verdict: "verified", is_first: true, fine: 63 },
    { verdict: "verified", is_first: false, fine: 1 },
  ]);
});

test("a postback without Apple's signature is accepted and never counts", async () => {
  const mutations = vectors.skan.mutations.filter(({ expectVerified }) => !expectVerified);
  const before = (await stored()).length;
  for (const { postback } of mutations) expect((await send(skan, postback)).status).toBe(200);
  const added = (await stored()).slice(before);
  // The mutation with another app's ID belongs to an unknown project.
  expect(added).toHaveLength(mutations.length - 1);
  expect(added.every(({ verdict, is_first }) => verdict === "bad_signature" && !is_first)).toBe(true);
});

test.each(["example.com", "go.example.com", "localhost", "127.0.0.1", ""])(
  "every host responds, whether or not a project owns it: %j",
  async (host) => {
    const answer = await send(skan, first, { host });
    expect(answer.status).toBe(200);
    expect(answer.headers["x-cairn-postbacks"]).toBe("1");
    expect(answer.headers.location).toBeUndefined();
  },
);

test.each([
  ["no JSON", "{", 400],
  ["a list", "[]", 400],
  ["an empty object, as a check from outside sends", "{}", 400],
  ["more than 64 KB", JSON.stringify({ a: "x".repeat(65 * 1024) }), 400],
])("%s is rejected", async (_, body, status) => {
  const answer = await send(aak, body);
  expect([answer.status, answer.headers["x-cairn-postbacks"]]).toEqual([status, "1"]);
});

test("a compressed body is rejected with 400, because a repeat would be rejected, too", async () => {
  expect((await send(aak, "x", { headers: { "content-encoding": "gzip" } })).status).toBe(400);
});

test.each(["GET", "PUT", "OPTIONS", "DELETE"])("%s is not a method of these paths", async (method) => {
  const answer = await send(skan, "", { method });
  expect([answer.status, answer.headers.allow, answer.headers["x-cairn-postbacks"]]).toEqual([
    405,
    "POST",
    "1",
  ]);
});

test("while the database is unavailable Apple is asked to retry", async () => {
  markStarting();
  try {
    const answer = await send(skan, aSkanPostback(anAppId()));
    expect([answer.status, answer.headers["retry-after"], answer.headers["x-cairn-postbacks"]]).toEqual([
      503,
      "1",
      "1",
    ]);
  } finally {
    markStarted();
  }
});

test("a flood from one network gets a response after which Apple retries", async () => {
  const headers = { "x-forwarded-for": someAddress() };
  const flood = async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(skan, first, { headers })));
    return answers.filter(({ status }) => status === 429);
  };
  let refused = await flood();
  // A busy machine needs so long for forty calls that they are no flood.
  while (refused.length === 0) refused = await flood();
  expect(refused.every((answer) => answer.headers["retry-after"] === "60")).toBe(true);
});
