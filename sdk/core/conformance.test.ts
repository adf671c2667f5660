import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { commandLine } from "@/lib/accounts/audit/actor";
import { rotateAppToken } from "@/lib/projects/rotate-token";
import { makeSigningKey, setSigning } from "@/lib/projects/signing/keys";
import story from "@/sdk/conformance/story.json" with { type: "json" };
import { Cairn } from "@/sdk/core/cairn";
import type { SigningKey } from "@/sdk/core/signing";
import { nodePlatform } from "@/sdk/testing/node-platform";
import { aRealServer, rowsOf } from "@/sdk/testing/real-server";
import { aProject } from "@/testing/factories";

const folders: string[] = [];
let server: Awaited<ReturnType<typeof aRealServer>>;

beforeAll(async () => {
  server = await aRealServer();
});
afterAll(async () => {
  await server.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cairn-core-"));
  folders.push(folder);
  return folder;
}

/** The queue is empty; `logged` explains why if it is not. */
const isSent = (folder: string, logged: string[] = []) =>
  vi.waitFor(() => expect(readdirSync(folder), logged.join()).toEqual(["cairn-kept.json"]), {
    timeout: 120_000,
  });

async function play(cairn: Cairn, token: string, key?: SigningKey) {
  cairn.log("info");
  for (const [step, ...values] of story.steps as [string, ...unknown[]][]) {
    if (step === "start") await cairn.start({ server: server.address, token, key });
    else await (cairn as unknown as Record<string, (...given: unknown[]) => unknown>)[step]!(...values);
  }
}

test("the story stores the expected rows, in fewer requests than calls", async () => {
  const { project, token } = await aProject();
  const folder = aFolder();
  await play(new Cairn(nodePlatform(folder)), token);
  await isSent(folder);
  expect(await rowsOf(project.id)).toEqual(story.rows);
  expect(server.paths.length).toBeLessThan(story.steps.length);
});

test("the app receives the source of its install", async () => {
  const { token } = await aProject();
  const cairn = new Cairn(nodePlatform(aFolder()));
  await cairn.start({ server: server.address, token });
  expect(await cairn.attribution(10_000)).toMatchObject({
    state: "decided",
    source: "ORGANIC",
    campaign: null,
  });
});

test("a project that requires signed calls accepts the story with the key, and rejects it without", async () => {
  const logged: string[] = [];
  const { project, token } = await aProject();
  const { key, secret } = await makeSigningKey(project, "App", commandLine, new Date());
  await setSigning(project, { required: true }, commandLine, new Date());
  const stranger = new Cairn(nodePlatform(aFolder(), logged));
  await stranger.start({ server: server.address, token, key: { id: key.key_id, secret: "guessed" } });
  await vi.waitFor(() => expect(logged.join()).toContain("Signature invalid!"), { timeout: 120_000 });
  const folder = aFolder();
  const own: string[] = [];
  await play(new Cairn(nodePlatform(folder, own)), token, { id: key.key_id, secret });
  await isSent(folder, own);
  expect(await rowsOf(project.id)).toEqual(story.rows);
});

test("after a token rotation waiting calls are sent with the new token, and count once", async () => {
  const logged: string[] = [];
  const { project, token } = await aProject();
  const folder = aFolder();
  const { token: fresh } = await rotateAppToken(project, 0, commandLine, new Date(Date.now() - 1_000));
  const before = new Cairn(nodePlatform(folder, logged));
  await before.start({ server: server.address, token });
  await before.identify({ id: "ada" });
  await before.payment({ id: "order-1", amount: 5 });
  await vi.waitFor(() => expect(logged.join()).toContain("Invalid token!"), { timeout: 120_000 });
  const after = new Cairn(nodePlatform(folder));
  await after.start({ server: server.address, token: fresh });
  await isSent(folder);
  expect(await rowsOf(project.id)).toMatchObject({
    payments: [{ payment_id: "order-1", amount_minor: 500 }],
  });
});
