import { expect, test } from "vitest";
import { yandex } from "@/lib/outbound/kinds/yandex";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, androidInstall, factNow, renderFact } from "@/testing/networks/facts";
import { anOutboundRow } from "@/testing/networks/fake";
import { yandexNetwork } from "@/testing/networks/yandex";

const settings = { counter_id: "2215573" };
const secrets = { access_token: "y0_t" };

checkContract({
  kind: yandex,
  sends: { install: "install", signup: "signup", event: "{name}", payment: "purchase", reengagement: "back" },
  settings,
  secrets,
  network: yandexNetwork({ token: "y0_t", counter: "2215573", now: factNow }),
  path: "/management/v1",
  accepts: () => ({ is: "sent", code: "200", request: "12" }),
  refuses: [
    ["Yclid is invalid", replaceInPayload("Yclid", "x")],
    ["Target is missing", replaceInPayload("Target", undefined)],
    ["DateTime is no Unix time", replaceInPayload("DateTime", "2026-11-22")],
    ["DateTime is in the future", replaceInPayload("DateTime", factNow.getTime() / 1_000 + 60)],
    ["Price is no number", replaceInPayload("Price", "much")],
    ["Currency is missing", replaceInPayload("Currency", undefined)],
  ],
  ofBatch: (why) => ({ is: "split", why: expect.stringContaining(why) }),
  strangers: [
    ["another token", { secrets: { access_token: "other" } }],
    ["another counter", { settings: { counter_id: "1" } }],
  ],
});

test("only installs with a click of Yandex Direct are sent, and nothing but the click's ID", () => {
  const made = (params: Record<string, string>) => {
    const fact = aFact("install", androidInstall);
    return renderFact(yandex, {
      fact: { ...fact, click: { ...fact.click!, params } },
      sends: "install",
      settings,
    });
  };
  expect(made({ yclid: "7512345678901234567" })).toMatchObject({ identifiers: ["click_id"] });
  expect(made({ gclid: "x" })).toMatchObject({ unfit: "no_identifier" });
  expect(made({ yclid: '1","x' })).toMatchObject({ unfit: "no_identifier" });
});

test("a goal's name stays in its cell, whatever characters it has", () => {
  const row = anOutboundRow({ Yclid: "1234567890", Target: 'a"b,\r\n--cairn', DateTime: 1_700_000_000 });
  const to = { settings, secrets, token: "", base: "https://m.example", tokenUrl: "" };
  const { body } = yandex.request([row], to, factNow);
  expect(body).toContain('\n"1234567890","a""b,  --cairn","1700000000","",""\r\n');
});

test.each([
  [429, "retry"],
  [503, "retry"],
  [401, "pause"],
  [403, "pause"],
  [404, "pause"],
  [400, "split"],
])("%i: %s", (status, is) => {
  expect(yandex.read({ status, headers: {}, body: "{}", at: factNow }, 2)).toMatchObject({ is });
});
