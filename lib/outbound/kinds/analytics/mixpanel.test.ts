import { expect, test } from "vitest";
import { mixpanel } from "@/lib/outbound/kinds/analytics/mixpanel";
import { mixpanelService } from "@/testing/networks/analytics/mixpanel";
import { analyticsSends } from "@/testing/networks/analytics/sends";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { factNow } from "@/testing/networks/facts";

const settings = {
  project_id: "123",
  username: "cairn.mp-service-account",
  region: "US",
  event_data: false,
  install_ids: false,
};
const secrets = { secret: "s3cret" };

checkContract({
  kind: mixpanel,
  sends: analyticsSends,
  settings,
  secrets,
  network: mixpanelService({ project: "123", username: settings.username, secret: "s3cret", now: factNow }),
  most: 2_000,
  hasUserId: true,
  accepts: () => ({ is: "sent", code: "200" }),
  refuses: [
    ["'event' is invalid", replaceInPayload("event", "")],
    ["'properties.distinct_id' is invalid", replaceInPayload("properties.distinct_id", "null")],
    ["'properties.time' is invalid", replaceInPayload("properties.time", "yesterday")],
    ["'properties.time' is invalid", replaceInPayload("properties.time", factNow.getTime() + 7_200_000)],
    ["'properties.$insert_id' is invalid", replaceInPayload("properties.$insert_id", "payment:pay_123")],
  ],
  // The valid event of the batch is stored.
  ofBatch: (why) => [
    { is: "sent", code: "200" },
    { is: "dead", code: "400", why: expect.stringContaining(why) },
  ],
  strangers: [
    ["another secret", { secrets: { secret: "other" } }],
    ["another project", { settings: { ...settings, project_id: "9" } }],
  ],
});

test("wrong credentials are reported in Mixpanel's words, with the next step", () => {
  const body = JSON.stringify({ code: 401, error: "Invalid credentials", status: "Error" });
  expect(mixpanel.read({ status: 401, headers: {}, body, at: factNow }, 2)).toEqual({
    is: "pause",
    code: "401",
    why: "Invalid credentials. Check the project ID, the data center, and the service account's username and secret.",
  });
});

test.each([
  ["US", "https://api.mixpanel.com"],
  ["EU", "https://api-eu.mixpanel.com"],
  ["India", "https://api-in.mixpanel.com"],
])("the data center %s has its address", (region, base) => {
  const to = { settings: { ...settings, region }, secrets, token: "", tokenUrl: "", base: mixpanel.base };
  expect(mixpanel.request([], to, factNow).url).toBe(`${base}/import?strict=1&project_id=123`);
});
