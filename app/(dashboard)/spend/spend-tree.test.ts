import { describe, expect, test } from "vitest";
import { ApiError } from "@/app/(dashboard)/shell/api";
import { linesBelow, type SpendBreakdown } from "./spend-tree";

const figures = (spend: number) => ({ spend, installs: 1, cost_per_install: spend, roas: null });
const part = (level: string, id: string, spend: number) => ({
  key: `7/${level}:${id}`,
  level,
  id,
  name: `${level} ${id}`,
  metrics: figures(spend),
});
const creative = (id: string, spend: number) => part("creative", id, spend);
const keyword = (id: string, spend: number) => part("keyword", id, spend);
const adSet = (id: string, spend: number, ...children: ReturnType<typeof part>[]) => ({
  ...part("ad_set", id, spend),
  children,
});
const campaign = (
  spend: number,
  ...children: ReturnType<typeof adSet>[]
): { data: SpendBreakdown; error: null } => ({
  data: { campaign: { key: "7", metrics: figures(spend), children } },
  error: null,
});
const shown = (answer: Parameters<typeof linesBelow>[1], ...open: string[]) =>
  linesBelow("7", answer, new Set(open)).map(({ depth, name, metrics, part: filters }) => [
    depth,
    name,
    metrics?.spend,
    filters,
  ]);

describe("the lines below a campaign add up to its spend", () => {
  test("spend for the whole campaign is a line of its own, without a link to rows", () => {
    expect(shown(campaign(50, adSet("a", 12), adSet("b", 30), adSet("c", 0)))).toEqual([
      [1, "ad_set b", 30, { ad_set: "b" }],
      [1, "ad_set a", 12, { ad_set: "a" }],
      [1, "Not broken down", 8, undefined],
    ]);
    expect(shown(campaign(42, adSet("a", 12), adSet("b", 30)))).toHaveLength(2);
  });

  test("spend for a whole ad set is a line below it, if the ad set is open", () => {
    const answer = campaign(30, adSet("a", 30, keyword("x", 4), keyword("y", 20)));
    expect(shown(answer)).toHaveLength(1);
    expect(shown(answer, "7/ad_set:a").slice(1)).toEqual([
      [2, "keyword y", 20, { ad_set: "a", keyword: "y" }],
      [2, "keyword x", 4, { ad_set: "a", keyword: "x" }],
      [2, "Not broken down", 6, undefined],
    ]);
  });

  test("spend with a creative and a keyword is below both, so nothing is subtracted", () => {
    const answer = campaign(9, adSet("a", 9, creative("x", 9), keyword("y", 9)));
    expect(shown(answer, "7/ad_set:a").map(([, name]) => name)).toEqual([
      "ad_set a",
      "creative x",
      "keyword y",
    ]);
  });

  test("the rows of ads without an ad set are found by that", () => {
    expect(shown(campaign(5, adSet("", 5)))).toEqual([[1, "ad_set ", 5, { ad_set: "(none)" }]]);
  });
});

describe("a note replaces the lines", () => {
  test.each([
    [
      "of a deleted campaign",
      new ApiError(404, "Campaign not found!"),
      "The campaign was deleted, so its ads are not listed.",
    ],
    ["after an error", new ApiError(500, "Something went wrong."), "Something went wrong."],
    ["while they are loading", null, "Loading…"],
  ])("%s", (_, error, text) => {
    expect(shown({ data: undefined, error })).toEqual([[1, text, undefined, undefined]]);
  });

  test("if no ad set has spend", () => {
    expect(shown(campaign(5, adSet("a", 0)))).toEqual([
      [1, "Its spend is not broken down by ad set.", undefined, undefined],
    ]);
  });
});
