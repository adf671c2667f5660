import { execFileSync, spawnSync } from "node:child_process";
import { stripTypeScriptTypes } from "node:module";
import { describe, expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { env } from "@/lib/base/env";
import type { RequestField } from "@/lib/reference/content/blocks";
import { type OpenDocument, readReference } from "@/lib/reference/content/operations";
import { curlSample } from "@/lib/reference/content/samples";
import { typeText } from "@/lib/reference/content/type-text";
import { openApiReference } from "@/lib/reference/open-api";
import { verifySamples } from "@/lib/reference/pages/verify-samples";
import { findGrammarOrWarn, syntaxErrors } from "@/sdk/testing/grammar";

const parts = readReference(openApiReference(endpoints) as OpenDocument);
const operations = parts.flatMap(({ groups }) => groups.flatMap((group) => group.operations));
const named = (id: string) => operations.find((each) => each.id === id)!;
const sample = (id: string, label: string) => named(id).samples.find((each) => each.label === label)!.code;
const keys = { CAIRN_SERVER_KEY: "sk_test", CRON_SECRET: "secret", METRICS_TOKEN: "metrics" };

test("begins with the first call of an app, and lists no call that is always rejected", () => {
  expect(operations[0]!.id).toBe("post/api/client/init");
  expect(operations.map(({ summary }) => summary).join()).not.toMatch(/refused/i);
  expect(operations.some(({ id }) => id === "delete/api/v1/campaigns")).toBe(false);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});

test("methods with the same effect are one operation", () => {
  expect(named("patch/api/v1/campaigns/{display_id}").alsoMethods).toEqual(["PUT"]);
  expect(named("post/api/cron/upkeep").alsoMethods).toEqual(["GET"]);
});

test("errors common to all app calls are listed once", () => {
  const apps = parts[0]!;
  const shown = apps.shared.flatMap(({ sentences }) => sentences);
  expect(shown).toContain("Rate limit exceeded. Please try again later.");
  const own = apps.groups.flatMap((group) => group.operations).flatMap(({ refusals }) => refusals);
  expect(own.flatMap(({ sentences }) => sentences).filter((each) => shown.includes(each))).toEqual([]);
  expect(named("post/api/client/attribution-data").refusals).toContainEqual({
    status: "401",
    sentences: ["Invalid token!"],
  });
});

test("a field has its type, limits, choices and default", () => {
  const [query] = named("get/api/v1/reporting/campaigns").sent;
  const field = (name: string): RequestField => query!.fields.find((each) => each.name === name)!;
  expect(field("limit")).toMatchObject({ kind: "integer, 1 to 100", fallback: "10", isRequired: false });
  expect(field("platform").choices).toEqual(["ios", "android"]);
  const [body] = named("post/api/v1/spend").sent;
  expect(body!.fields[0]).toMatchObject({ name: "rows", kind: "list of objects, 1 to 500 entries" });
  expect(body!.fields[0]!.fields.map(({ name }) => name)).toContain("ad_set_id");
});

/** The arguments that a shell passes to curl. */
const curlArguments = (code: string) =>
  execFileSync("sh", ["-c", `curl() { for each; do printf '%s\\0' "$each"; done; }\n${code}`], {
    env: { ...process.env, ...keys },
    encoding: "utf8",
  })
    .split("\0")
    .slice(0, -1);

/** The arguments that an example passes to fetch. */
async function fetched(code: string): Promise<{ url: string; init: RequestInit }> {
  // Throws if the example is not valid TypeScript.
  const script = stripTypeScriptTypes(code);
  let sent: { url: string; init: RequestInit } | null = null;
  const fetch = async (url: string, init: RequestInit = {}) => {
    sent = { url, init };
    return Response.json({ msg: "Done.", data: null });
  };
  const run = new Function("fetch", "process", `return (async () => {${script}})()`);
  await run(fetch, { env: keys });
  return sent!;
}

test("each example in curl and in TypeScript sends the same call", async () => {
  for (const { id, method, path } of operations) {
    const [url, ...rest] = curlArguments(sample(id, "curl")).filter((each, i, all) => {
      return each !== "-X" && all[i - 1] !== "-X";
    });
    const body = rest[rest.indexOf("-d") + 1];
    const { url: fetchedUrl, init } = await fetched(sample(id, "TypeScript"));
    expect(url, id).toBe(fetchedUrl);
    expect(url, id).toMatch(new RegExp(`^${env.APP_URL}${path.replace(/\{\w+\}/g, "[^/?]+")}(\\?|$)`));
    expect(init.method ?? "GET", id).toBe(method);
    if (init.body) expect(JSON.parse(body!), id).toEqual(JSON.parse(String(init.body)));
    for (const [name, value] of Object.entries(init.headers ?? {}))
      expect(rest, id).toContain(`${name}: ${value}`);
  }
});

/** Runs each example with a module that records the call instead of sending it. */
const inPython = `
import json, sys, types
sent = []
class Response:
    text = ""
    def raise_for_status(self): pass
    def json(self): return {"data": None}
def noted(method):
    def call(url, headers={}, json=None):
        sent.append([method, url, headers, json])
        return Response()
    return call
requests = types.ModuleType("requests")
for method in ["get", "post", "put", "patch", "delete"]:
    setattr(requests, method, noted(method.upper()))
sys.modules["requests"] = requests
for code in json.load(sys.stdin):
    exec(code, {})
print(json.dumps(sent))
`;

test("each example in Python sends the same call as in TypeScript", async () => {
  if (spawnSync("python3", ["--version"]).error) return console.warn("SKIPPED: Python is not installed.");
  const input = JSON.stringify(operations.map(({ id }) => sample(id, "Python")));
  const { stdout, stderr } = spawnSync("python3", ["-c", inPython], {
    input,
    encoding: "utf8",
    env: { ...process.env, ...keys },
  });
  expect(stderr).toBe("");
  const calls = JSON.parse(stdout) as [string, string, Record<string, string>, unknown][];
  for (const [i, [method, url, headers, body]] of calls.entries()) {
    const { id } = operations[i]!;
    const other = await fetched(sample(id, "TypeScript"));
    expect([method, url], id).toEqual([other.init.method ?? "GET", other.url]);
    expect(body, id).toEqual(other.init.body ? JSON.parse(String(other.init.body)) : null);
    const { "content-type": _, ...expected } = (other.init.headers ?? {}) as Record<string, string>;
    expect(headers, id).toEqual(expected);
  }
});

test("client calls have examples for apps, and others do not", () => {
  for (const { path, samples } of operations)
    expect(samples.map(({ label }) => label)).toEqual([
      ...["curl", "TypeScript", "Python", "PHP"],
      ...(path.startsWith("/api/client/") ? ["Kotlin", "Swift"] : []),
    ]);
});

test("quotes in an example are escaped", () => {
  const body = { name: 'Ada\'s "summer" $HOME' };
  const code = curlSample({ method: "POST", url: "http://localhost/", credential: null, headers: {}, body });
  expect(JSON.parse(curlArguments(code).at(-1)!)).toEqual(body);
});

test("response types are valid TypeScript", () => {
  for (const { id, answers } of operations)
    for (const { type } of answers)
      expect(() => stripTypeScriptTypes(`type Answer = ${type ?? "null"};`), id).not.toThrow();
  expect(typeText({ type: "array", items: { type: ["string", "null"] } })).toBe("Array<string | null>");
  expect(typeText({ type: "object", properties: { "sign-ups": { type: "string" } } })).toBe(
    '{\n  "sign-ups"?: string;\n}',
  );
});

describe.each([
  ["PHP", "php", "<?php\n"],
  ["Kotlin", "kotlin", ""],
  ["Swift", "swift", ""],
] as const)("%s", (label, language, before) => {
  const grammar = findGrammarOrWarn(language);
  const codeOf = (samples: { label: string; code: string }[]) =>
    before + samples.find((each) => each.label === label)!.code;

  test.skipIf(!grammar)("each example is syntactically valid", async () => {
    const shown = operations.filter(({ samples }) => samples.some((each) => each.label === label));
    expect(shown.length).toBeGreaterThan(10);
    const texts = Object.fromEntries(shown.map(({ id, samples }) => [id, codeOf(samples)]));
    if (label === "PHP") texts["webhook signatures"] = codeOf(verifySamples);
    expect(await syntaxErrors(grammar!, texts)).toEqual([]);
  });
});
