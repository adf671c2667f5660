import { expect, test } from "vitest";
import { posthog } from "@/lib/outbound/kinds/analytics/posthog";
import { posthogService } from "@/testing/networks/analytics/posthog";
import { analyticsSends } from "@/testing/networks/analytics/sends";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { factNow } from "@/testing/networks/facts";

checkContract({
  kind: posthog,
  sends: analyticsSends,
  settings: { url: "https://us.i.posthog.com", event_data: false, install_ids: false },
  secrets: { api_key: "phc_1" },
  network: posthogService({ key: "phc_1" }),
  // PostHog limits only the size of a call.
  most: null,
  hasUserId: true,
  accepts: () => ({ is: "sent", code: "200" }),
  refuses: [
    ["empty event name", replaceInPayload("event", "")],
    ["without a distinct_id", replaceInPayload("distinct_id", undefined)],
    ["an invalid uuid", replaceInPayload("uuid", "payment:pay_123")],
    ["an invalid timestamp", replaceInPayload("timestamp", "yesterday")],
    ["without properties", replaceInPayload("properties", undefined)],
  ],
  ofBatch: (why) => ({ is: "split", why: expect.stringContaining(why) }),
  strangers: [
    ["another key", { secrets: { api_key: "phc_2" } }],
    ["no key", { secrets: {} }],
  ],
});

test("a wrong key is reported in PostHog's words, with the next step", () => {
  const answer = { status: 401, headers: {}, body: "API key is not valid: empty", at: factNow };
  expect(posthog.read(answer, 2)).toEqual({
    is: "pause",
    code: "401",
    why: "API key is not valid: empty. Copy the project API key again, and check the address.",
  });
});

test("a call that is too large is halved", () => {
  const answer = { status: 413, headers: {}, body: "payload too large", at: factNow };
  expect(posthog.read(answer, 2)).toMatchObject({ is: "split" });
});
