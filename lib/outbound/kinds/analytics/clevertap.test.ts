import { expect, test } from "vitest";
import { clevertap } from "@/lib/outbound/kinds/analytics/clevertap";
import { clevertapService } from "@/testing/networks/analytics/clevertap";
import { analyticsSends } from "@/testing/networks/analytics/sends";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, factNow, renderFact } from "@/testing/networks/facts";
import { aNetwork, sendPayloads } from "@/testing/networks/fake";

const settings = { account_id: "W8-XYZ", region: "eu1", event_data: false };
const secrets = { passcode: "pc" };
const network = clevertapService({ account: "W8-XYZ", passcode: "pc" });

checkContract({
  kind: clevertap,
  sends: analyticsSends,
  settings,
  secrets,
  network,
  // An event and a profile each.
  most: 500,
  hasUserId: true,
  accepts: () => ({ is: "sent", code: "200" }),
  refuses: [
    ["Event name is mandatory", replaceInPayload("records.1.evtName", "")],
    ["Incorrect timestamp", replaceInPayload("records.1.ts", factNow.getTime())],
    ["Identity is missing", replaceInPayload("records.0.identity", undefined)],
    ["Profile data is missing", replaceInPayload("records.0.profileData", undefined)],
  ],
  ofBatch: (why) =>
    expect.arrayContaining([{ is: "dead", code: expect.any(String), why: expect.stringContaining(why) }]),
  strangers: [
    ["another passcode", { secrets: { passcode: "other" } }],
    ["another project", { settings: { ...settings, account_id: "W9" } }],
  ],
});

test("only the event that CleverTap repeats is lost", async () => {
  const { base } = await aNetwork(network);
  const of = (uid: string) =>
    (
      renderFact(clevertap, { fact: aFact("event", undefined, { uid }), sends: "x", settings }) as {
        payload: Record<string, unknown>;
      }
    ).payload;
  const wrong = replaceInPayload("records.1.evtName", "")(of("event:2"));
  const found = await sendPayloads(
    clevertap,
    [of("event:1"), wrong, of("event:3")],
    { settings, secrets, base },
    factNow,
  );
  expect(found).toEqual([
    { is: "sent", code: "200" },
    { is: "dead", code: "511", why: "Event name is mandatory" },
    { is: "sent", code: "200" },
  ]);
});

test("wrong credentials are reported in CleverTap's words, with the next step", () => {
  const body = JSON.stringify({ status: "fail", code: 401, error: "Invalid Credentials" });
  expect(clevertap.read({ status: 401, headers: {}, body, at: factNow }, 2)).toEqual({
    is: "pause",
    code: "401",
    why: "Invalid Credentials. Check the project ID, the passcode and the region.",
  });
});

test("the region decides the address", () => {
  const to = {
    settings: { ...settings, region: "in1" },
    secrets,
    token: "",
    tokenUrl: "",
    base: clevertap.base,
  };
  expect(clevertap.request([], to, factNow).url).toBe("https://in1.api.clevertap.com/1/upload");
});
