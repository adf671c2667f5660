import { expect, test } from "vitest";
import { type SafeFetchAnswer, SafeFetchError } from "@/lib/platform/safe-fetch";
import { checkPostbackPaths } from "@/lib/traffic/domain-check/apple-postbacks";

const answer = (status: number, headers: Record<string, string> = {}): SafeFetchAnswer => ({
  status,
  headers,
  body: "",
  bytes: Buffer.alloc(0),
  address: "203.0.113.5",
  certificateUntil: null,
});
const ours = { "x-cairn-postbacks": "1" };

test("both of Apple's paths are checked, with the slash that Apple adds", async () => {
  const urls: string[] = [];
  const checked = await checkPostbackPaths("example.com", async (url) => {
    urls.push(url);
    return answer(400, ours);
  });
  expect(urls).toEqual([
    "https://example.com/.well-known/skadnetwork/report-attribution/",
    "https://example.com/.well-known/appattribution/report-attribution/",
  ]);
  expect(checked.paths.every(({ is_ok, remedy }) => is_ok && remedy === null)).toBe(true);
});

test.each([
  [() => answer(400), "Another server responds at example.com (status 400)."],
  [() => answer(404), "Another server responds at example.com (status 404)."],
  [() => answer(308, ours), "The response is a redirect (status 308)."],
  [() => answer(405, ours), "This server responds with status 405 instead of 400."],
  [() => answer(503, ours), "This server is busy (status 503)."],
])("a path that does not lead here is a problem with a remedy", async (give, text) => {
  const { paths } = await checkPostbackPaths("example.com", async () => give());
  expect(paths[0]).toMatchObject({ is_ok: false, text, remedy: expect.stringMatching(/\.$/) });
});

test.each([
  ["unresolved", "example.com does not resolve (ENOTFOUND)."],
  ["refused_address", "example.com resolves to an address that is not public."],
  ["tls", "A secure connection can't be made (ENOTFOUND)."],
  ["timeout", "example.com does not respond within three seconds."],
  ["unreachable", "No server responds at example.com on port 443 (ENOTFOUND)."],
] as const)("%s is reported as a sentence", async (problem, text) => {
  const { paths } = await checkPostbackPaths("example.com", async () => {
    throw new SafeFetchError(problem, "ENOTFOUND");
  });
  expect(paths[1]).toMatchObject({ is_ok: false, text });
});
