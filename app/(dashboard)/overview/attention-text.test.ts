import { expect, test } from "vitest";
import type { AttentionItem } from "@/lib/activity/attention/schema";
import { attentionText } from "./attention-text";

const item = (known: Partial<AttentionItem>): AttentionItem => ({
  kind: "macros",
  count: 1,
  name: "Alps",
  campaign_id: 7,
  since: null,
  ...known,
});

test("a single item is named, several are counted", () => {
  expect(attentionText(item({ kind: "failed_sync" })).sentence).toBe("Spend sync failed for “Alps”.");
  expect(attentionText(item({ kind: "failed_sync", count: 1_200 })).sentence).toBe(
    "Spend sync failed for 1,200 ad accounts.",
  );
});

test("payments without a rate are counted, and link to the exchange rates", () => {
  const one = item({ kind: "payments_unpriced", name: "JPY" });
  expect(attentionText(one)).toMatchObject({
    sentence: "1 payment in JPY counts as 0 until there's an exchange rate.",
    path: "spend/rates",
  });
  expect(attentionText({ ...one, count: 2, name: "GBP, JPY" }).sentence).toContain(
    "2 payments in GBP, JPY count as 0",
  );
});

test("unmatched spend links to the screen where it is matched", () => {
  expect(attentionText(item({ kind: "unmatched_spend" }))).toMatchObject({
    sentence: "1 ad campaign has spend that isn't matched to a campaign here.",
    path: "spend",
  });
});

test("clicks with unreplaced macros link to the campaign with the most of them", () => {
  expect(attentionText(item({}))).toMatchObject({ path: "campaigns/7", link: "View campaign" });
  expect(attentionText(item({ count: 2 }))).toMatchObject({ path: "campaigns/7", link: "View “Alps”" });
});

test("installs that only UTM tags attribute link to the installs of their campaign", () => {
  expect(attentionText(item({ kind: "unclicked", count: 14 }))).toMatchObject({
    sentence:
      "14 installs were attributed to “Alps” by UTM tags alone in the last 7 days. Its links had no clicks.",
    path: "installs?campaign=7",
  });
});
