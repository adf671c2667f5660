import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { androidGuide } from "@/app/(dashboard)/developers/clients/android";
import { commandLine } from "@/lib/accounts/audit/actor";
import { makeSigningKey, setSigning } from "@/lib/projects/signing/keys";
import story from "@/sdk/conformance/story.json" with { type: "json" };
import { compileKotlin, findKotlinOrWarn, runKotlin } from "@/sdk/testing/kotlin";
import { aRealServer, rowsOf } from "@/sdk/testing/real-server";
import calls from "@/sdk/vectors/calls.json" with { type: "json" };
import clock from "@/sdk/vectors/clock.json" with { type: "json" };
import consent from "@/sdk/vectors/consent.json" with { type: "json" };
import decision from "@/sdk/vectors/decision.json" with { type: "json" };
import deeplinks from "@/sdk/vectors/deeplinks.json" with { type: "json" };
import queue from "@/sdk/vectors/queue.json" with { type: "json" };
import retry from "@/sdk/vectors/retry.json" with { type: "json" };
import signing from "@/sdk/vectors/signing.json" with { type: "json" };
import state from "@/sdk/vectors/state.json" with { type: "json" };
import { aProject } from "@/testing/factories";

const here = import.meta.dirname;
const sdk = join(here, "..");
const main = "io.cairn.core.MainKt";
const kotlin = findKotlinOrWarn("the package for Android");

/** The code on Integrate, as an app. */
function shownCode(): string {
  const blocks = androidGuide.begin(
    { server: "https://links.example.com", token: "ct_1" },
    "https://a.example",
  );
  const app = blocks.find(({ title }) => title === "App.kt")!.code;
  return `${app}\n\nfun used(navigate: (String) -> Unit) {\n${androidGuide.use!.code}\n}\n`;
}

test("the sent version is that of the packages", () => {
  const { version } = JSON.parse(readFileSync(join(sdk, "package.json"), "utf8"));
  const source = readFileSync(join(here, "cairn/src/main/kotlin/io/cairn/Cairn.kt"), "utf8");
  expect(source).toContain(`const val VERSION = "${version}"`);
});

describe.skipIf(!kotlin)("the package for Android, on a JVM", () => {
  const found = kotlin!;
  const folders: string[] = [];
  let classes: string;
  let server: Awaited<ReturnType<typeof aRealServer>>;

  beforeAll(async () => {
    const shown = mkdtempSync(join(tmpdir(), "cairn-android-"));
    folders.push(shown);
    mkdirSync(join(shown, "app"));
    writeFileSync(join(shown, "app/App.kt"), shownCode());
    const native = "../react-native/android";
    const sources = ["cairn/src", "cairn-gaid/src", "cairn-meta/src", "testing"];
    sources.push(`${native}/src`, `${native}/gaid/on`);
    sources.push("../flutter/android/src", "../flutter/android/gaid/on");
    const compiled = compileKotlin(found, [...sources.map((each) => join(here, each)), shown]);
    [classes, server] = await Promise.all([compiled, aRealServer()]);
  });
  afterAll(async () => {
    await server?.close();
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  const play = (token: string, key: readonly string[] = []) => {
    const folder = mkdtempSync(join(tmpdir(), "cairn-android-"));
    folders.push(folder);
    return runKotlin(found, classes, main, ["story", sdk, server.address, token, folder, ...key]);
  };

  test("passes every vector, and no fault loses or doubles a call", async () => {
    const { hasSucceeded, lines } = await runKotlin(found, classes, main, ["checks", sdk]);
    expect(lines.filter((line) => line.startsWith("FAILED"))).toEqual([]);
    expect(hasSucceeded, lines.join("\n")).toBe(true);
    const vectors =
      [
        calls.calls,
        calls.servers,
        queue.log,
        queue.limits,
        retry.verdicts,
        retry.delays,
        retry.requested,
        clock.times,
        clock.skews,
      ].flat().length +
      [
        signing,
        state.files,
        consent.permissions,
        consent.devices,
        decision.attributions,
        decision.deeplinks,
        deeplinks.sessions,
      ].flat().length;
    expect(lines.filter((line) => line.startsWith("ok vector "))).toHaveLength(vectors);
    expect(lines.filter((line) => line.startsWith("ok ")).length).toBeGreaterThan(vectors + 20);
  });

  test("the story stores the expected rows, in fewer requests than calls", async () => {
    const { project, token } = await aProject();
    const before = server.paths.length;
    const { hasSucceeded, lines } = await play(token);
    expect(hasSucceeded, lines.join("\n")).toBe(true);
    expect(await rowsOf(project.id)).toEqual(story.rows);
    expect(server.paths.length - before).toBeLessThan(story.steps.length);
    expect(lines.join("\n")).toContain('attribution {"state":"decided","source":"ORGANIC"');
  });

  test("a project that requires signed calls accepts the story with the key", async () => {
    const { project, token } = await aProject();
    const { key, secret } = await makeSigningKey(project, "App", commandLine, new Date());
    await setSigning(project, { required: true }, commandLine, new Date());
    const { hasSucceeded, lines } = await play(token, [key.key_id, secret]);
    expect(hasSucceeded, lines.join("\n")).toBe(true);
    expect(await rowsOf(project.id)).toEqual(story.rows);
  });
});
