import { expect, test } from "vitest";
import { amplitude } from "@/lib/outbound/kinds/analytics/amplitude";
import { amplitudeService } from "@/testing/networks/analytics/amplitude";
import { analyticsSends } from "@/testing/networks/analytics/sends";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { factNow } from "@/testing/networks/facts";

const settings = { region: "US", event_data: false, install_ids: false };
const secrets = { api_key: "amp-key" };

checkContract({
  kind: amplitude,
  sends: analyticsSends,
  settings,
  secrets,
  network: amplitudeService({ key: "amp-key" }),
  hasUserId: true,
  accepts: () => ({ is: "sent", code: "200" }),
  refuses: [
    ["event_type", replaceInPayload("event_type", undefined)],
    ["time", replaceInPayload("time", Math.floor(factNow.getTime() / 1_000))],
    ["insert_id", replaceInPayload("insert_id", 5)],
    ["revenue", replaceInPayload("revenue", "9.99")],
    [
      "user_id",
      (payload) => replaceInPayload("device_id", undefined)(replaceInPayload("user_id", undefined)(payload)),
    ],
  ],
  ofBatch: (why) => ({ is: "split", why: expect.stringContaining(why) }),
  strangers: [
    ["another key", { secrets: { api_key: "other" } }],
    ["no key", { secrets: {} }],
  ],
});

test("a wrong key is reported in Amplitude's words, with the next step", () => {
  const body = JSON.stringify({ code: 400, error: "Invalid API key: x" });
  expect(amplitude.read({ status: 400, headers: {}, body, at: factNow }, 2)).toEqual({
    is: "pause",
    code: "400",
    why: "Invalid API key: x. Copy the project's API key again, and check the data center.",
  });
});

test("the data center decides the address, and an operator's address replaces both", () => {
  const url = (region: string, base = amplitude.base) =>
    amplitude.request(
      [],
      { settings: { ...settings, region }, secrets, token: "", tokenUrl: "", base },
      factNow,
    ).url;
  expect(url("US")).toBe("https://api2.amplitude.com/batch");
  expect(url("EU")).toBe("https://api.eu.amplitude.com/batch");
  expect(url("EU", "http://127.0.0.1:1")).toBe("http://127.0.0.1:1/batch");
});

test.each([
  [429, "retry"],
  [503, "retry"],
  [413, "split"],
  [404, "dead"],
])("%i: %s", (status, is) => {
  expect(amplitude.read({ status, headers: {}, body: "{}", at: factNow }, 2)).toMatchObject({ is });
});
