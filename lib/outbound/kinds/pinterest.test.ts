import { expect, test } from "vitest";
import { pinterest } from "@/lib/outbound/kinds/pinterest";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, androidInstall, consentCases, factNow, iphone, renderFact } from "@/testing/networks/facts";
import { aNetwork, anOutboundRow, sendToFake } from "@/testing/networks/fake";
import { pinterestNetwork } from "@/testing/networks/pinterest";

const settings = { ad_account_id: "549", app_store_id: "1234567890" };
const secrets = { access_token: "pina_t" };
const network = pinterestNetwork({ token: "pina_t", account: "549", now: factNow });

checkContract({
  kind: pinterest,
  sends: {
    install: "app_install",
    organic: "app_install",
    signup: "signup",
    event: "custom",
    payment: "checkout",
    reengagement: "app_open",
  },
  settings,
  secrets,
  network,
  path: "/v5",
  accepts: (rows) => Array(rows).fill({ is: "sent", code: "200" }),
  refuses: [
    ["event_time must be in seconds", replaceInPayload("event_time", factNow.getTime())],
    ["event_time is out of range", replaceInPayload("event_time", factNow.getTime() / 1_000 - 8 * 86_400)],
    ["event_name is invalid", replaceInPayload("event_name", "AppInstall")],
    ["action_source is invalid", replaceInPayload("action_source", "app")],
    ["app_id is required", replaceInPayload("app_id", undefined)],
    ["opt_out must be a boolean", replaceInPayload("opt_out", undefined)],
    ["em is not a list of SHA-256 hashes", replaceInPayload("user_data.em", ["alice@example.com"])],
    ["hashed_maids is not a list", replaceInPayload("user_data.hashed_maids", "38400000-8cf0")],
    ["em or hashed_maids is required", replaceInPayload("user_data", { click_id: "x" })],
    ["value must be a string", replaceInPayload("custom_data.value", 9.99)],
    ["currency is required", replaceInPayload("custom_data.currency", undefined)],
  ],
  ofBatch: (why) => [{ is: "sent" }, { is: "dead", why: expect.stringContaining(why) }],
  strangers: [
    ["another token", { secrets: { access_token: "other" } }],
    ["another ad account", { settings: { ...settings, ad_account_id: "550" } }],
  ],
});

const made = (more: Parameters<typeof aFact>[2] = {}, install = androidInstall, sends = "checkout") =>
  renderFact(pinterest, { fact: aFact("payment", install, more), sends, settings });

test("the opt-out is sent for users without personalized ads, and without tracking there is no device ID", () => {
  expect(made()).toMatchObject({ payload: { opt_out: false, action_source: "app_android" } });
  const permissions = { ...consentCases.allowed!, adPersonalization: false };
  expect(made({ permissions })).toMatchObject({ payload: { opt_out: true } });
  const denied = made({ permissions: consentCases["no tracking"]! }, iphone);
  expect(denied).toMatchObject({ payload: { opt_out: true, action_source: "app_ios" } });
  expect(denied).not.toHaveProperty("payload.user_data.hashed_maids");
});

test("unknown events, installs without an app ID and people without an ID are not sent", () => {
  expect(made({}, androidInstall, "level_up")).toMatchObject({ unfit: "unsupported" });
  expect(made({}, { ...androidInstall, package: null })).toMatchObject({ unfit: "unsupported" });
  expect(made({ user: null, permissions: consentCases["no tracking"]! })).toMatchObject({
    unfit: "no_identifier",
  });
});

test("a test call has the test mark, and Pinterest validates its sample", async () => {
  const { base, asked: requests } = await aNetwork(network);
  const to = { settings, secrets, token: "", base: `${base}/v5`, tokenUrl: "" };
  const request = pinterest.check!([anOutboundRow({})], to, factNow);
  expect(pinterest.read(await sendToFake(request, factNow), 1)).toEqual([{ is: "sent", code: "200" }]);
  expect(requests[0]?.url.search).toBe("?test=true");
});

test.each([
  [429, "retry"],
  [500, "retry"],
  [401, "pause"],
  [403, "pause"],
  [400, "split"],
  [422, "split"],
  [404, "dead"],
])("%i without events: %s", (status, is) => {
  expect(pinterest.read({ status, headers: {}, body: "{}", at: factNow }, 2)).toMatchObject({ is });
});
