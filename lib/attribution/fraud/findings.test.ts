import { describe, expect, test } from "vitest";
import { decide } from "@/lib/attribution/decisions/engine";
import {
  type InstallSigns,
  installFindings,
  type TouchSigns,
  touchFindings,
} from "@/lib/attribution/fraud/findings";
import { fraudChanges, fraudSettingsOf } from "@/lib/attribution/fraud/settings";
import { attributionRulesOf } from "@/lib/attribution/rule-sets/windows";
import type { InstallTouch, TouchInstall } from "@/lib/attribution/touches/touches";

const opened = new Date("2026-06-14T12:00:00Z");
const ago = (seconds: number) => new Date(opened.getTime() - seconds * 1_000);
const day = 86_400;
const defaults = fraudSettingsOf(undefined);

const install: InstallSigns = {
  receivedAt: opened,
  play: { clickedAt: null, begunAt: null },
  addressList: null,
  country: null,
  appVersion: null,
  osVersion: null,
  blockEntry: null,
  models: [],
  advertisingIds: [],
  platform: "ANDROID",
  sameAddress: 1,
  blocks: [],
  earlierOf: () => 0,
};
const touch: TouchSigns = {
  clickId: "click",
  at: ago(600),
  source: "play_referrer",
  platform: "ANDROID",
  deviceModel: null,
  advertisingId: null,
  addressList: null,
  country: null,
  network: null,
  publisherId: null,
  blockEntry: null,
  byServer: false,
  engagement: 1,
  usedByOther: false,
  profile: null,
};
const flooded = { installs: 50, early: 24, late: 16, clicks: 1_000 };

type Case = [
  title: string,
  touch: Partial<TouchSigns>,
  install: Partial<InstallSigns>,
  fires: Record<string, Record<string, string | number>>,
];

const golden: Case[] = [
  ["a usual click and install: nothing", {}, { play: { clickedAt: ago(600), begunAt: ago(580) } }, {}],
  [
    "a click in the referrer that had decided another device",
    { usedByOther: true },
    {},
    { click_reuse: { decided_another_device: "yes" } },
  ],
  ["… found by likeness: nothing", { usedByOther: true, source: "probabilistic" }, {}, {}],
  [
    "a click in the referrer after the download had begun",
    { at: ago(30) },
    { play: { clickedAt: null, begunAt: ago(60) } },
    { click_injection: { seconds_after_download_began: 30 } },
  ],
  [
    "in the second in which the download began: nothing",
    { at: ago(59.5) },
    { play: { clickedAt: null, begunAt: ago(60) } },
    {},
  ],
  [
    "by Play's own times, whatever ours say",
    {},
    { play: { clickedAt: ago(20), begunAt: ago(60) } },
    { click_injection: { seconds_after_download_began: 40 } },
  ],
  [
    "a link followed while the app was loading: nothing",
    { source: "link", at: ago(30) },
    { play: { clickedAt: null, begunAt: ago(60) } },
    {},
  ],
  [
    "found by likeness after the download had begun: nothing",
    { source: "probabilistic", at: ago(30) },
    { play: { clickedAt: null, begunAt: ago(60) } },
    {},
  ],
  ["nine seconds from click to open", { at: ago(9) }, {}, { too_fast: { click_to_open_seconds: 9 } }],
  ["ten seconds from click to open: nothing", { at: ago(10) }, {}, {}],
  [
    "one second from click to download",
    {},
    { play: { clickedAt: ago(300), begunAt: ago(299) } },
    { too_fast: { click_to_download_seconds: 1 } },
  ],
  [
    "two seconds from click to download: nothing",
    {},
    { play: { clickedAt: ago(300), begunAt: ago(298) } },
    {},
  ],
  ["a link that opens an app which is there: nothing", { source: "link", at: ago(1) }, {}, {}],
  ["a campaign named without a click: nothing", { clickId: null, at: ago(0) }, {}, {}],
  [
    "few within the hour and a third after a day: flooding",
    { at: ago(5 * 3_600), profile: flooded },
    {},
    {
      click_flooding: {
        installs_in_seven_days: 50,
        percent_after_a_day: 32,
        percent_within_the_hour: 48,
        hours_since_click: 5,
      },
    },
  ],
  ["of a flooded campaign, what came within the hour: nothing", { at: ago(3_600), profile: flooded }, {}, {}],
  [
    "49 installs say nothing of a campaign",
    { at: ago(2 * day), profile: { ...flooded, installs: 49 } },
    {},
    {},
  ],
  [
    "29.9 % after a day and half within the hour: nothing",
    { at: ago(2 * day), profile: { ...flooded, installs: 1_000, early: 500, late: 299, clicks: 10_000 } },
    {},
    {},
  ],
  ["21 clicks in ten minutes", { engagement: 21 }, {}, { hyper_engagement: { clicks_in_ten_minutes: 21 } }],
  ["20 clicks in ten minutes: nothing", { engagement: 20 }, {}, {}],
  [
    "four of five clicks of the week became installs",
    { profile: { installs: 80, early: 80, late: 0, clicks: 100 } },
    {},
    { hyper_engagement: { clicks_in_seven_days: 100, installs_of_them: 80 } },
  ],
  ["fewer than that: nothing", { profile: { installs: 79, early: 79, late: 0, clicks: 100 } }, {}, {}],
  [
    "all clicks of the week, but 49 installs say nothing",
    { profile: { installs: 49, early: 49, late: 0, clicks: 49 } },
    {},
    {},
  ],
  [
    "a week whose clicks were not counted: nothing",
    { profile: { installs: 80, early: 80, late: 0, clicks: null } },
    {},
    {},
  ],
  [
    "a campaign named without a click: nothing",
    { clickId: null, profile: { installs: 80, early: 80, late: 0, clicks: 80 } },
    {},
    {},
  ],
  [
    "a click from a data centre",
    { addressList: "hosting" },
    {},
    { anonymous_address: { click_list: "hosting" } },
  ],
  [
    "a click from one country, the install from another",
    { country: "DE" },
    { country: "VN" },
    { country_mismatch: { click_country: "DE", install_country: "VN" } },
  ],
  ["a country that only one side knows: nothing", { country: "DE" }, {}, {}],
  [
    "an iPhone's click in an Android referrer",
    { platform: "IOS" },
    {},
    { device_mismatch: { click_system: "IOS", install_system: "ANDROID" } },
  ],
  ["a desktop's click: nothing", { platform: "DESKTOP" }, {}, {}],
  [
    "a click that names another device",
    { advertisingId: "AAAA" },
    { advertisingIds: ["bbbb"] },
    { device_mismatch: { other_advertising_id: "yes" } },
  ],
  ["a click that names this device: nothing", { advertisingId: "AAAA" }, { advertisingIds: ["aaaa"] }, {}],
  [
    "another model by its code",
    { deviceModel: "SM-G991B" },
    { models: ["SM-A525F"] },
    { device_mismatch: { click_device: "SM-G991B", install_device: "SM-A525F" } },
  ],
  ["a code here and a name there: nothing", { deviceModel: "SM-G991B" }, { models: ["Galaxy S21"] }, {}],
  ["the same model in other words: nothing", { deviceModel: "Pixel 7" }, { models: ["Google Pixel 7"] }, {}],
  ["browsers that hide the model: nothing", { deviceModel: "K" }, { models: ["SM-A525F"] }, {}],
  [
    "likeness claims no device: nothing",
    { source: "probabilistic", deviceModel: "SM-G991B" },
    { models: ["SM-A525F"] },
    {},
  ],
];

const fired = (touched: Partial<TouchSigns>, signs: Partial<InstallSigns>, settings = defaults) =>
  touchFindings({ ...touch, ...touched }, { ...install, ...signs }, settings);

describe("findings about a click", () => {
  test.each(golden)("%s", (_title, touched, signs, fires) => {
    expect(Object.fromEntries(fired(touched, signs).map(({ rule, evidence }) => [rule, evidence]))).toEqual(
      fires,
    );
  });
});

describe("findings about an install", () => {
  test.each([
    ["ten installs behind one address within the hour: nothing", { sameAddress: 10 }, []],
    ["eleven", { sameAddress: 11 }, [["install_farm", { installs_in_an_hour: 11 }]]],
    ["an install from a Tor exit", { addressList: "tor" }, [["anonymous_address", { install_list: "tor" }]]],
  ])("%s", (_title, signs, fires) => {
    const found = installFindings({ ...install, ...signs }, defaults);
    expect(found.map(({ rule, evidence }) => [rule, evidence])).toEqual(fires);
    expect(found.every(({ click_id }) => click_id === null)).toBe(true);
  });
});

test("a disabled rule finds nothing, and a project's own threshold applies", () => {
  const off = fraudSettingsOf({ too_fast: { level: "off" } });
  expect(fired({ at: ago(1) }, {}, off)).toEqual([]);
  const strict = fraudSettingsOf({ too_fast: { open_seconds: 60, level: "hold" } });
  expect(fired({ at: ago(45) }, {}, strict)).toEqual([
    { rule: "too_fast", level: "hold", click_id: "click", evidence: { click_to_open_seconds: 45 } },
  ]);
});

test("every rule only tags by default", () => {
  expect(Object.values(defaults).map(({ level }) => level)).toEqual(Object.keys(defaults).map(() => "tag"));
});

test("thresholds out of bounds are rejected by name", () => {
  const refused = fraudChanges.safeParse({ install_farm: { installs: 0 } });
  expect(refused.error?.issues[0]?.message).toBe("More installs than: enter at least 1.");
  expect(fraudChanges.safeParse({ install_farm: { level: "kill" } }).success).toBe(false);
});

describe("the effect of a level on a decision", () => {
  const facts: TouchInstall = {
    platform: "ANDROID",
    at: opened,
    osVersion: null,
    models: [],
    addressList: null,
    consent: { att: null, refused: false, missing: false },
    metaUnread: null,
    deviceModel: null,
    language: null,
    advertisingIds: [],
    isTest: false,
    referrerKind: "unknown",
    namesClick: false,
    namesLink: false,
    appleToken: null,
    before: null,
  };
  const click = (id: string, seconds: number, campaignId: number): InstallTouch =>
    ({
      source: "play_referrer",
      clickId: id,
      at: ago(seconds),
      kind: "click",
      platform: "ANDROID",
      campaignId,
      networkCampaign: null,
      campaignDeleted: false,
      network: null,
      notCounted: null,
      adSetId: null,
      adSetName: null,
      creativeId: null,
      creativeName: null,
      keywordId: null,
      keywordName: null,
      advertisingId: null,
      osVersion: null,
      deviceModel: null,
      language: null,
      isTest: false,
      usedByOther: false,
      byAddress: false,
      crowd: null,
      noReferrer: false,
      maybeIpad: false,
    }) as InstallTouch;
  const fast = click("fast", 3, 1);
  const slow = click("slow", 300, 2);
  const verdictAt = (level: "off" | "tag" | "hold" | "reject", touches: InstallTouch[], sameAddress = 1) => {
    const settings = fraudSettingsOf({ too_fast: { level }, install_farm: { level } });
    const signs = { ...install, sameAddress };
    return decide(facts, touches, attributionRulesOf({}), {
      touch: (one) => touchFindings({ ...touch, ...one }, signs, settings),
      install: installFindings(signs, settings),
    });
  };
  const summaryOf = (verdict: ReturnType<typeof verdictAt>) => [
    verdict.winner?.campaignId ?? null,
    verdict.reason,
    verdict.charges.map(({ rule, level }) => `${rule} ${level}`).join(),
    verdict.candidates.map(({ lost }) => lost ?? "won").join(),
  ];

  test.each([
    ["off", "off", 1, "play_referrer", "", "won,lost_to_later_click"],
    [
      "a tag changes nothing but the flag",
      "tag",
      1,
      "play_referrer",
      "too_fast tag",
      "won,lost_to_later_click",
    ],
    ["held: attributed all the same", "hold", 1, "play_referrer", "too_fast hold", "won,lost_to_later_click"],
    [
      "rejected: the next click wins, and is not blamed",
      "reject",
      2,
      "play_referrer",
      "",
      "fraud:too_fast,won",
    ],
  ] as const)("%s", (_title, level, winner, reason, findings, fates) => {
    expect(summaryOf(verdictAt(level, [fast, slow]))).toEqual([winner, reason, findings, fates]);
  });

  test("a rejection without another candidate is organic, for fraud, and flagged", () => {
    expect(summaryOf(verdictAt("reject", [fast]))).toEqual([
      null,
      "fraud",
      "too_fast reject",
      "fraud:too_fast",
    ]);
  });

  test("an install that is rejected itself is organic", () => {
    expect(summaryOf(verdictAt("reject", [slow], 11))).toEqual([
      null,
      "fraud",
      "install_farm reject",
      "fraud:install_farm",
    ]);
  });

  test("an injected click never wins, and makes the install suspicious if no other click does", () => {
    const late = { ...fast, at: new Date(opened.getTime() + 2_000) };
    const signs = { ...install, receivedAt: ago(-60), play: { clickedAt: null, begunAt: opened } };
    const fraudChecks = {
      touch: (one: InstallTouch) => touchFindings({ ...touch, ...one }, signs, defaults),
      install: [],
    };
    const alone = decide(facts, [late], attributionRulesOf({}), fraudChecks);
    expect(summaryOf(alone)).toEqual([
      null,
      "no_candidate_left",
      "click_injection tag",
      "click_after_install_begin",
    ]);
    const both = decide(facts, [late, slow], attributionRulesOf({}), fraudChecks);
    expect(summaryOf(both)).toEqual([2, "play_referrer", "", "click_after_install_begin,won"]);
    expect(both.candidates[0]?.charges?.map(({ rule }) => rule)).toEqual(["click_injection"]);
  });
});
