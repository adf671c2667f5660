import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { errorCodes } from "@/lib/base/error-codes";
import { rank } from "@/lib/reference/browser/ranking.mjs";
import { referencePages } from "@/lib/reference/pages";
import { searchIndex } from "@/lib/reference/render/search-index";

const pages = referencePages(endpoints);
const entries = searchIndex(pages);
const first = (query: string) => rank(entries, query)[0]?.url;

test.each([
  ["webhook", "/docs/webhooks"],
  ["refund", "/docs/apps/events-and-payments#post/api/client/remove-captured-payment"],
  ["402", "/docs/errors#billing_suspended"],
  ["signature", "/docs/webhooks/signatures"],
  ["gclid", "/docs/links#parameter-gclid"],
  ["error", "/docs/errors"],
  ["errors", "/docs/errors"],
  ["pagination", "/docs/pagination"],
  ["rate limit", "/docs/rate-limits"],
  ["signed calls", "/docs/apps/signed-calls"],
  ["capture-payment", "/docs/apps/events-and-payments#post/api/client/capture-payment"],
  ["GET /api/v1/campaigns", "/docs/servers/campaigns#get/api/v1/campaigns"],
  ["campaign_not_found", "/docs/errors#campaign_not_found"],
  ["token", "/docs/authentication#app-token"],
  ["mcp", "/docs/servers/assistants"],
  ["s2s", "/docs/links/server-clicks"],
  ["purchase", "/docs/servers/purchases"],
  ["warehouse", "/docs/servers/raw-data#get/api/v1/raw/{dataset}"],
])("%s finds %s first", (query, url) => {
  expect(first(query)).toBe(url);
});

test("each page, each operation and each error code is found by its name", () => {
  for (const { path, title } of pages)
    expect(
      rank(entries, title).map(({ url }) => url),
      title,
    ).toContain(path);
  for (const code of Object.keys(errorCodes)) expect(first(code)).toBe(`/docs/errors#${code}`);
  for (const { url, title, kind } of entries)
    if (kind === "section")
      expect(
        rank(entries, title, 40).map((each) => each.url),
        title,
      ).toContain(url);
});

test("each word must occur, and the beginning of a word is enough", () => {
  expect(rank(entries, "pagin")[0]?.url).toBe("/docs/pagination");
  expect(rank(entries, "pagination nosuchword")).toEqual([]);
  expect(rank(entries, " ")).toEqual([]);
});
