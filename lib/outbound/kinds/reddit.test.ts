import { expect, test } from "vitest";
import { reddit } from "@/lib/outbound/kinds/reddit";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, androidInstall, consentCases, factNow, iphone, renderFact } from "@/testing/networks/facts";
import { aNetwork, anOutboundRow, sendToFake } from "@/testing/networks/fake";
import { redditNetwork } from "@/testing/networks/reddit";

const settings = { pixel_id: "t2_abc", test_id: null };
const secrets = { access_token: "rd" };
const network = redditNetwork({ token: "rd", pixel: "t2_abc", now: factNow });

checkContract({
  kind: reddit,
  sends: {
    install: "Install",
    signup: "SIGN_UP",
    event: "{name}",
    payment: "PURCHASE",
    refund: "Refund",
    reengagement: "Back",
  },
  settings,
  secrets,
  network,
  path: "/api/v3",
  accepts: () => ({ is: "sent", code: "200" }),
  refuses: [
    ["event_at must be in milliseconds", replaceInPayload("event_at", Math.floor(factNow.getTime() / 1_000))],
    ["event_at is older than 7 days", replaceInPayload("event_at", factNow.getTime() - 8 * 86_400_000)],
    ["event_at is in the future", replaceInPayload("event_at", factNow.getTime() + 600_000)],
    ["action_source is required", replaceInPayload("action_source", undefined)],
    ["type.tracking_type is invalid", replaceInPayload("type.tracking_type", "Purchase")],
    [
      "type.custom_event_name is invalid",
      replaceInPayload("type", { tracking_type: "CUSTOM", custom_event_name: "x".repeat(65) }),
    ],
    ["user.email is not hashed", replaceInPayload("user.email", "alice@example.com")],
    ["user.phone_number is not hashed", replaceInPayload("user.phone_number", "+15554441234")],
    ["user.external_id is not hashed", replaceInPayload("user.external_id", "u-1")],
    ["user.aaid is not hashed", replaceInPayload("user.aaid", "38400000-8cf0-11bd-b23e-10b96e40000d")],
    ["user.idfa is not hashed", replaceInPayload("user.idfa", "8C6CBC0D-5F43-4765-A6E6-84DFF3D24707")],
    ["user.data_processing_options is invalid", replaceInPayload("user.data_processing_options", {})],
    [
      "a match key is required",
      (payload) => replaceInPayload("click_id", undefined)(replaceInPayload("user", {})(payload)),
    ],
    ["metadata.currency is required", replaceInPayload("metadata.currency", undefined)],
  ],
  ofBatch: (why) => ({ is: "split", why: expect.stringContaining(why) }),
  strangers: [
    ["another token", { secrets: { access_token: "other" } }],
    ["another pixel", { settings: { pixel_id: "t2_other" } }],
  ],
});

const made = (more: Parameters<typeof aFact>[2] = {}, install = iphone, sends = "PURCHASE") =>
  renderFact(reddit, { fact: aFact("payment", install, more), sends, settings });

test("device IDs are hashed in the format of their platform", () => {
  expect(made()).toMatchObject({
    payload: { user: { idfa: "a42d19a29403bd7b316b7af676fc3fd14f3f5205405957af6785570d8877574d" } },
  });
  expect(made({}, androidInstall)).toMatchObject({
    payload: { user: { aaid: "d4181bb455a74b3bc8b37c75ac9b2c702eb6b9930bd040b861403b31ca85634d" } },
  });
});

test("without consent to personalized ads the use of the data is limited", () => {
  const permissions = { ...consentCases.allowed!, adPersonalization: false };
  expect(made({ permissions })).toMatchObject({
    payload: { user: { data_processing_options: { modes: ["LDU"] } } },
  });
  expect(made()).not.toHaveProperty("payload.user.data_processing_options");
});

test("facts without an ID that Reddit recognizes or with a name that is too long are not sent", () => {
  expect(made({ user: null, click: null, permissions: consentCases["no tracking"]! })).toMatchObject({
    unfit: "no_identifier",
  });
  expect(made({}, iphone, "x".repeat(65))).toMatchObject({ unfit: "unsupported" });
});

test("calls without a user agent are limited and retried; a test ID is sent with the call", async () => {
  const { base, asked: query } = await aNetwork(network);
  const to = {
    settings: { ...settings, test_id: "t1" },
    secrets,
    token: "",
    base: `${base}/api/v3`,
    tokenUrl: "",
  };
  const request = reddit.request(
    [anOutboundRow((made() as { payload: Record<string, unknown> }).payload)],
    to,
    factNow,
  );
  const { "user-agent": _, ...headers } = request.headers;
  expect(reddit.read(await sendToFake({ ...request, headers }, factNow), 1)).toMatchObject({
    is: "retry",
    why: expect.stringContaining("ratelimited"),
  });
  expect(reddit.read(await sendToFake(request, factNow), 1)).toMatchObject({ is: "sent" });
  expect(JSON.parse(query[1]?.body ?? "")).toMatchObject({ data: { test_id: "t1" } });
});

test.each([
  [429, "retry"],
  [500, "retry"],
  [401, "pause"],
  [403, "pause"],
  [400, "split"],
  [404, "dead"],
])("%i: %s", (status, is) => {
  expect(reddit.read({ status, headers: {}, body: "{}", at: factNow }, 2)).toMatchObject({ is });
});
