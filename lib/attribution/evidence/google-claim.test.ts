import { expect, test } from "vitest";
import { claimInGoogleAnswer, readGoogleClaim } from "@/lib/attribution/evidence/google-claim";

/** The example of Google's documentation. */
const event = {
  ad_event_id: "Q2owS0VRancwZHk0QlJDdXVMX2U1TQ",
  conversion_metric: "conversion",
  interaction_type: null,
  campaign_type: "UAC",
  campaign_id: 123456789,
  campaign_name: "My App Campaign",
  ad_type: "ClickToDownload",
  external_customer_id: 123456789,
  location: 21144,
  network_type: "Search",
  network_subtype: "GoogleSearch",
  video_id: null,
  keyword: null,
  match_type: null,
  placement: null,
  ad_group_id: null,
  creative_id: null,
  timestamp: 1432681913.123456,
};
const claimOf = (...events: unknown[]) =>
  claimInGoogleAnswer({ ad_events: events, errors: [], attributed: true });

test("the documented answer is a claim of a click, with its campaign and time", () => {
  expect(readGoogleClaim(claimOf(event))).toEqual({
    campaignId: "123456789",
    campaignName: "My App Campaign",
    adGroupId: null,
    creativeId: null,
    keyword: null,
    at: new Date(1432681913123),
    isView: false,
  });
});

test("only fields that attribution uses are stored, and texts are shortened", () => {
  const stored = claimOf({ ...event, campaign_name: "x".repeat(1_000) })!;
  expect(Object.keys(stored).sort()).toEqual([
    "campaign_id",
    "campaign_name",
    "campaign_type",
    "network_type",
    "timestamp",
  ]);
  expect(stored.campaign_name).toHaveLength(256);
});

test("the last of several interactions counts", () => {
  const later = { ...event, campaign_id: 2, timestamp: event.timestamp + 60 };
  expect(
    claimOf(later, event, { ...event, campaign_id: null, timestamp: event.timestamp + 90 }),
  ).toMatchObject({
    campaign_id: 2,
  });
});

test("a view is a view", () => {
  expect(readGoogleClaim(claimOf({ ...event, interaction_type: "view" }))?.isView).toBe(true);
  expect(readGoogleClaim(claimOf({ ...event, interaction_type: "engagement" }))?.isView).toBe(false);
});

test.each<[string, Record<string, unknown>]>([
  ["no claim", { ad_events: [event], attributed: false }],
  ["no events", { ad_events: [], attributed: true }],
  ["no list", { ad_events: "x", attributed: true }],
  ["no campaign", { ad_events: [{ ...event, campaign_id: null }], attributed: true }],
  ["another shape", { ad_events: [null, 5, "x"], attributed: true }],
  ["an empty answer", {}],
])("%s is not a claim", (_, body) => {
  expect(claimInGoogleAnswer(body)).toBeNull();
});

test.each([null, "x", {}, { campaign_id: "a" }])("%j is not a stored claim", (stored) => {
  expect(readGoogleClaim(stored)).toBeNull();
});

test("a time that cannot be right is no time", () => {
  for (const timestamp of [0, -1, "x", 1e20, null])
    expect(readGoogleClaim({ campaign_id: 1, timestamp })?.at).toBeNull();
});
