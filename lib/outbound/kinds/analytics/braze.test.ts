import { expect, test } from "vitest";
import { braze } from "@/lib/outbound/kinds/analytics/braze";
import { brazeService } from "@/testing/networks/analytics/braze";
import { analyticsSends } from "@/testing/networks/analytics/sends";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, factNow, renderFact } from "@/testing/networks/facts";

const settings = { url: "https://rest.iad-01.braze.com", event_data: false };

checkContract({
  kind: braze,
  sends: analyticsSends,
  settings,
  secrets: { api_key: "bz" },
  network: brazeService({ key: "bz" }),
  hasUserId: true,
  accepts: () => ({ is: "sent", code: "201" }),
  refuses: [
    ["'name' is required", replaceInPayload("events.name", "")],
    ["'time' is not ISO 8601", replaceInPayload("events.time", factNow.getTime())],
    ["'external_id' or 'braze_id'", replaceInPayload("attributes.external_id", undefined)],
    ["'external_id' or 'braze_id'", replaceInPayload("events.external_id", undefined)],
  ],
  // Braze processes the right objects of the call.
  ofBatch: (why) => [
    { is: "sent", code: "201" },
    { is: "dead", why: expect.stringContaining(why) },
  ],
  strangers: [["another key", { secrets: { api_key: "other" } }]],
});

test("a user without the customer's ID is found by Braze's own ID", () => {
  expect(
    renderFact(braze, { fact: aFact("event", undefined, { user: null }), sends: "x", settings }),
  ).toMatchObject({
    payload: {
      attributes: { braze_id: "65f0c0ffee0000000000a1b2" },
      events: { braze_id: "65f0c0ffee0000000000a1b2" },
    },
  });
});

test("a wrong key is reported in Braze's words, with the next step", () => {
  const answer = { status: 401, headers: {}, body: '{"message":"Invalid API key"}', at: factNow };
  expect(braze.read(answer, 2)).toEqual({
    is: "pause",
    code: "401",
    why: "Invalid API key. Check the REST endpoint, and that the key has the permission users.track.",
  });
});
