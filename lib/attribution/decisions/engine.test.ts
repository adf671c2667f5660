import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decide } from "@/lib/attribution/decisions/engine";
import type { iosModes } from "@/lib/attribution/rule-sets/settings";
import { attributionRulesOf, type Rules } from "@/lib/attribution/rule-sets/windows";
import { presentScore } from "@/lib/attribution/touches/schema";
import {
  type InstallTouch,
  type TouchInstall,
  type TouchSource,
  touchSources,
} from "@/lib/attribution/touches/touches";

const installedAt = new Date("2026-06-14T12:00:00Z");
const ago = (minutes: number) => new Date(installedAt.getTime() - minutes * 60_000);
const rules = attributionRulesOf({});

const install: TouchInstall = {
  platform: "ANDROID",
  at: installedAt,
  osVersion: "14",
  deviceModel: "Google Pixel 7",
  models: ["Pixel 7"],
  language: "en",
  advertisingIds: [],
  isTest: false,
  referrerKind: "unknown",
  namesClick: false,
  namesLink: false,
  appleToken: null,
  before: null,
  addressList: null,
  consent: { att: null, refused: false, missing: false },
  metaUnread: null,
};

const touch = (
  source: TouchSource,
  minutes: number,
  campaignId: number,
  more: Partial<InstallTouch> = {},
): InstallTouch => ({
  source,
  clickId: `${source}-${minutes}-${campaignId}`,
  at: ago(minutes),
  untimed: false,
  kind: source === "view" ? "view" : "click",
  platform: "ANDROID",
  campaignId,
  networkCampaign: null,
  campaignDeleted: false,
  isAffiliates: false,
  network: null,
  adSetId: null,
  adSetName: null,
  creativeId: null,
  creativeName: null,
  keywordId: null,
  keywordName: null,
  publisherId: null,
  advertisingId: null,
  osVersion: null,
  deviceModel: null,
  language: null,
  notCounted: null,
  isTest: false,
  country: null,
  addressList: null,
  blockEntry: null,
  byServer: false,
  engagement: 0,
  usedByOther: false,
  isUsedBySame: false,
  byAddress: source === "probabilistic",
  crowd: null,
  noReferrer: false,
  maybeIpad: false,
  ...more,
});

const day = 24 * 60;
const withViews = attributionRulesOf({ view_through: true });

type Case = [
  title: string,
  touches: InstallTouch[],
  winner: number | null,
  reason: string,
  rules?: Rules,
  facts?: Partial<TouchInstall>,
];

/** Campaigns are 1, 2 …; null is organic. */
const golden: Case[] = [
  ["nothing at all is organic", [], null, "no_click_seen"],
  ["Play says organic", [], null, "play_organic", rules, { referrerKind: "play_organic" }],
  ["it brought the id of an unknown click", [], null, "unknown_click", rules, { namesClick: true }],
  ["Play names a link without tags", [], null, "play_untagged", rules, { referrerKind: "play_untagged" }],
  [
    "Play names an app of Meta's alone",
    [],
    null,
    "meta_untold",
    rules,
    { referrerKind: "meta_undecryptable" },
  ],
  ["Play names somebody's link", [], null, "untracked_link", rules, { referrerKind: "utm" }],
  ["a link of ours names no campaign", [], null, "unknown_link", rules, { namesLink: true }],
  ["Token rejected by Apple", [], null, "apple_refused", rules, { appleToken: "REFUSED" }],
  ["Apple has not answered", [], null, "apple_silent", rules, { appleToken: "WAITING" }],
  ["Apple never answered", [], null, "apple_silent", rules, { appleToken: "EXPIRED" }],
  ["Apple knows of no ad", [], null, "apple_no_ad", rules, { appleToken: "ANSWERED" }],
  [
    "Google's claim without the rule",
    [touch("google_claim", 5, 1, { clickId: null })],
    null,
    "no_candidate_left",
  ],
  [
    "Google's claim of a view without the rule",
    [touch("view", 5, 1, { clickId: null, network: "GOOGLE" })],
    null,
    "no_candidate_left",
    attributionRulesOf({ view_through: true }),
  ],
  [
    "Google's claim with the rule",
    [touch("google_claim", 5, 1, { clickId: null })],
    1,
    "google_claim",
    attributionRulesOf({ google_claims: true }),
  ],
  [
    "a later click than Google's claim",
    [touch("google_claim", 60, 1, { clickId: null }), touch("play_referrer", 5, 2)],
    2,
    "play_referrer",
    attributionRulesOf({ google_claims: true }),
  ],
  [
    "Google's claim beyond the click window",
    [touch("google_claim", 60 * 24 * 8, 1, { clickId: null })],
    null,
    "no_candidate_left",
    attributionRulesOf({ google_claims: true }),
  ],
  ["our click id in the referrer decides", [touch("play_referrer", 5, 1)], 1, "play_referrer"],
  [
    "among sure clicks the last one counts",
    [touch("play_referrer", 60, 1), touch("advertising_id", 5, 2)],
    2,
    "advertising_id",
  ],
  [
    "at the same instant the stronger evidence counts",
    [touch("advertising_id", 5, 2), touch("play_referrer", 5, 1)],
    1,
    "play_referrer",
  ],
  [
    "a sure click beats a likely one that is later",
    [touch("play_referrer", 60, 1), touch("probabilistic", 1, 2)],
    1,
    "play_referrer",
  ],
  ["a click older than 7 days is none", [touch("play_referrer", 7 * day + 1, 1)], null, "no_candidate_left"],
  ["a click of exactly 7 days counts", [touch("play_referrer", 7 * day, 1)], 1, "play_referrer"],
  [
    "Google's and Meta's count for 30 days",
    [touch("play_referrer", 29 * day, 1, { network: "META" })],
    1,
    "play_referrer",
  ],
  [
    "… and no longer",
    [touch("play_referrer", 30 * day + 1, 1, { network: "GOOGLE" })],
    null,
    "no_candidate_left",
  ],
  [
    "a network may have a window of its own",
    [touch("play_referrer", 3 * day, 1, { network: "TIKTOK" })],
    null,
    "no_candidate_left",
    attributionRulesOf({ network_click_days: { TIKTOK: 2 } }),
  ],
  [
    "… also a network of the project",
    [touch("play_referrer", 3 * day, 1, { network: "Acme_Ads" })],
    null,
    "no_candidate_left",
    attributionRulesOf({ network_click_days: { Acme_Ads: 2 } }),
  ],
  [
    "… and a campaign one before its network's",
    [touch("play_referrer", 20 * day, 1, { network: "TIKTOK" })],
    1,
    "play_referrer",
    attributionRulesOf({ network_click_days: { TIKTOK: 2 }, campaign_click_days: { 1: 21 } }),
  ],
  [
    "… which can be shorter than the project's",
    [touch("play_referrer", 2 * day, 1)],
    null,
    "no_candidate_left",
    attributionRulesOf({ campaign_click_days: { 1: 1 } }),
  ],
  ["a click after the install began is none", [touch("advertising_id", -1, 1)], null, "no_candidate_left"],
  [
    "… and the next candidate is taken",
    [touch("advertising_id", -1, 1), touch("advertising_id", 9, 2)],
    2,
    "advertising_id",
  ],
  ["a bot's click is none", [touch("play_referrer", 5, 1, { notCounted: "bot" })], null, "no_candidate_left"],
  [
    "a click that repeats another one is none for a device's id",
    [touch("advertising_id", 5, 1, { notCounted: "duplicate" }), touch("advertising_id", 6, 2)],
    2,
    "advertising_id",
  ],
  [
    "… except for a caller with its own ID",
    [touch("play_referrer", 5, 1, { notCounted: "duplicate" })],
    1,
    "play_referrer",
  ],
  [
    "a click on an inactive campaign is none",
    [touch("play_referrer", 5, 1, { notCounted: "inactive" })],
    null,
    "no_candidate_left",
  ],
  [
    "a deleted campaign gets nothing",
    [touch("play_referrer", 5, 1, { campaignDeleted: true })],
    null,
    "no_candidate_left",
  ],
  [
    "an iPhone's click is no Android install's",
    [touch("advertising_id", 5, 1, { platform: "IOS" })],
    null,
    "no_candidate_left",
  ],
  [
    "a desktop's click may lead to a phone by its id",
    [touch("link", 5, 1, { platform: "DESKTOP" })],
    1,
    "link",
  ],
  ["same network, same system, alone: likely", [touch("probabilistic", 5, 1)], 1, "probabilistic"],
  [
    "two campaigns from one network: nobody knows",
    [touch("probabilistic", 5, 1), touch("probabilistic", 6, 2)],
    null,
    "ambiguous",
  ],
  [
    "two clicks on one campaign are no question",
    [touch("probabilistic", 5, 1), touch("probabilistic", 6, 1)],
    1,
    "probabilistic",
  ],
  [
    "an old rival does not make it ambiguous",
    [touch("probabilistic", 5, 1), touch("probabilistic", 300, 2)],
    1,
    "probabilistic",
  ],
  [
    "nothing but address and system, some four hours and a half before: too little",
    [touch("probabilistic", 270, 1)],
    null,
    "below_floor",
  ],
  [
    "… which is enough for a project that asks for less",
    [touch("probabilistic", 270, 1)],
    1,
    "probabilistic",
    attributionRulesOf({ probabilistic_floor: 40 }),
  ],
  [
    "version, model and language alike are enough for the whole window",
    [touch("probabilistic", 6 * 60, 1, { osVersion: "14", deviceModel: "Pixel 7", language: "en-GB" })],
    1,
    "probabilistic",
  ],
  [
    "a rival that is itself too little still makes it a guess",
    [touch("probabilistic", 115, 1), touch("probabilistic", 130, 2)],
    null,
    "ambiguous",
  ],
  [
    "an address of two dozen people says too little by itself",
    [touch("probabilistic", 1, 1, { crowd: { browsers: 24, installs: 2 } })],
    null,
    "below_floor",
  ],
  [
    "… and a home of three says as much as one of one",
    [touch("probabilistic", 1, 1, { crowd: { browsers: 3, installs: 3 } })],
    1,
    "probabilistic",
  ],
  [
    "another major version of the system is another device",
    [touch("probabilistic", 1, 1, { osVersion: "12", deviceModel: "Pixel 7" })],
    null,
    "no_candidate_left",
  ],
  [
    "another model is another device",
    [touch("probabilistic", 1, 1, { osVersion: "14", deviceModel: "SM-G991B" })],
    null,
    "no_candidate_left",
  ],
  [
    "a rival that cannot be the device is no rival",
    [touch("probabilistic", 5, 1), touch("probabilistic", 4, 2, { deviceModel: "SM-G991B" })],
    1,
    "probabilistic",
  ],
  [
    "Play says organic, and the click would stand in its referrer",
    [touch("probabilistic", 1, 1)],
    null,
    "no_candidate_left",
    rules,
    { referrerKind: "play_organic" },
  ],
  [
    "… unless it led elsewhere than to Play",
    [touch("probabilistic", 1, 1, { noReferrer: true })],
    1,
    "probabilistic",
    rules,
    { referrerKind: "play_organic" },
  ],
  [
    "an address that strangers share says nothing: the click's",
    [touch("probabilistic", 1, 1, { addressList: "vpn" })],
    null,
    "no_candidate_left",
  ],
  [
    "… and the install's",
    [touch("probabilistic", 1, 1)],
    null,
    "no_candidate_left",
    rules,
    { addressList: "private-relay" },
  ],
  [
    "… while a sure click from there counts",
    [touch("play_referrer", 1, 1, { addressList: "vpn" })],
    1,
    "play_referrer",
    rules,
    { addressList: "vpn" },
  ],
  [
    "who refused consent is not matched by address, on any system",
    [touch("probabilistic", 1, 1)],
    null,
    "no_candidate_left",
    rules,
    { consent: { att: null, refused: true, missing: false } },
  ],
  [
    "… but by what names the click",
    [touch("play_referrer", 1, 1)],
    1,
    "play_referrer",
    rules,
    { consent: { att: null, refused: true, missing: false } },
  ],
  [
    "a rival whose device is another's does not either",
    [touch("probabilistic", 5, 1, { deviceModel: "Pixel 7", osVersion: "14" }), touch("probabilistic", 5, 2)],
    1,
    "probabilistic",
  ],
  ["likely clicks count for six hours", [touch("probabilistic", 6 * 60 + 1, 1)], null, "no_candidate_left"],
  [
    "… never for more than a day, whatever is set",
    [touch("probabilistic", 25 * 60, 1)],
    null,
    "no_candidate_left",
    attributionRulesOf({ probabilistic_hours: 24 }),
  ],
  [
    "… and can be switched off",
    [touch("probabilistic", 5, 1)],
    null,
    "no_candidate_left",
    attributionRulesOf({ probabilistic: false }),
  ],
  [
    "a used click is not used again by likelihood",
    [touch("probabilistic", 5, 1, { usedByOther: true })],
    null,
    "no_candidate_left",
  ],
  [
    "a click that decided another device decides no second one, however sure it is",
    [touch("play_referrer", 5, 1, { usedByOther: true })],
    null,
    "no_candidate_left",
  ],
  [
    "… and the next candidate is taken",
    [touch("play_referrer", 5, 1, { usedByOther: true }), touch("advertising_id", 9, 2)],
    2,
    "advertising_id",
  ],
  ["… nor by a view", [touch("view", 5, 1, { usedByOther: true })], null, "no_candidate_left", withViews],
  [
    "an earlier install of the same device leaves a click to the next",
    [touch("play_referrer", 5, 1, { isUsedBySame: true })],
    1,
    "play_referrer",
  ],
  [
    "a click that names another device is not likely",
    [touch("probabilistic", 5, 1, { advertisingId: "other" })],
    null,
    "no_candidate_left",
    rules,
    { advertisingIds: ["mine"] },
  ],
  [
    "a desktop's click is never likely",
    [touch("probabilistic", 5, 1, { platform: "DESKTOP" })],
    null,
    "no_candidate_left",
  ],
  [
    "a view that shares nothing but the address never counts",
    [touch("view", 5, 1, { byAddress: true, platform: "DESKTOP" })],
    null,
    "no_candidate_left",
    withViews,
  ],
  ["a view counts only when switched on", [touch("view", 5, 1)], null, "no_candidate_left"],
  ["a view counts for a day", [touch("view", 23 * 60, 1)], 1, "view", withViews],
  ["… and no longer", [touch("view", 25 * 60, 1)], null, "no_candidate_left", withViews],
  [
    "a network's views may count although other views don't",
    [touch("view", 60, 1, { network: "Acme_Ads" })],
    1,
    "view",
    attributionRulesOf({ network_view_hours: { Acme_Ads: 2 } }),
  ],
  [
    "… for its own hours",
    [touch("view", 3 * 60, 1, { network: "Acme_Ads" })],
    null,
    "no_candidate_left",
    attributionRulesOf({ network_view_hours: { Acme_Ads: 2 } }),
  ],
  [
    "… which other networks do not have",
    [touch("view", 60, 1, { network: "META" })],
    null,
    "no_candidate_left",
    attributionRulesOf({ network_view_hours: { Acme_Ads: 2 } }),
  ],
  [
    "… and a network's views may not count although other views do",
    [touch("view", 60, 1, { network: "Acme_Ads" })],
    null,
    "no_candidate_left",
    attributionRulesOf({ view_through: true, network_view_hours: { Acme_Ads: 0 } }),
  ],
  [
    "any click beats any view",
    [touch("view", 1, 1), touch("probabilistic", 60, 2)],
    2,
    "probabilistic",
    withViews,
  ],
  [
    "an ambiguous click leaves room for a view",
    [touch("probabilistic", 5, 1), touch("probabilistic", 5, 2), touch("view", 60, 3)],
    3,
    "view",
    withViews,
  ],
  [
    "a test click decides no real install",
    [touch("play_referrer", 5, 1, { isTest: true })],
    null,
    "no_candidate_left",
  ],
  [
    "… but a test device's",
    [touch("play_referrer", 5, 1, { isTest: true })],
    1,
    "play_referrer",
    rules,
    { isTest: true },
  ],
];

describe("golden cases", () => {
  for (const [title, touches, winner, reason, used = rules, facts = {}] of golden) {
    test(title, () => {
      const verdict = decide({ ...install, ...facts }, touches, used);
      expect(verdict.winner?.campaignId ?? null).toBe(winner);
      expect(verdict.reason).toBe(reason);
      expect(verdict.type).toBe(winner === null ? "ORGANIC" : "INORGANIC");
      expect(verdict.candidates.filter((candidate) => candidate.lost === null).length).toBe(
        winner === null ? 0 : 1,
      );
    });
  }

  describe("on iOS a probabilistic match requires", () => {
    const iphone: Partial<TouchInstall> = {
      platform: "IOS",
      osVersion: "26.1",
      deviceModel: "iPhone",
      models: ["iPhone 16 Pro", "iPhone17,1"],
    };
    const clicked = (network: string | null) => [
      touch("probabilistic", 1, 1, { platform: "IOS", network, osVersion: "26.0", language: "en" }),
    ];
    const answers = ["authorized", "denied", null] as const;
    test.each<[(typeof iosModes)[number], boolean[], boolean[]]>([
      // For an ad, then for an own link: authorized, denied, unknown.
      ["unless_denied", [true, false, true], [true, false, true]],
      ["authorized", [true, false, false], [true, false, false]],
      ["own_links", [false, false, false], [true, false, true]],
      ["off", [false, false, false], [false, false, false]],
    ])("%s", (mode, ofAd, ofOwn) => {
      const by = attributionRulesOf({ probabilistic_ios: mode });
      const won = (network: string | null) =>
        answers.map(
          (att) =>
            decide(
              { ...install, ...iphone, consent: { att, refused: false, missing: false } },
              clicked(network),
              by,
            ).winner !== null,
        );
      expect([won("META"), won(null)]).toEqual([ofAd, ofOwn]);
    });

    test("… the default setting unless another is chosen, and no refused consent", () => {
      expect(attributionRulesOf({}).probabilistic.ios).toBe("own_links");
      const refused = { att: "authorized" as const, refused: true, missing: false };
      expect(decide({ ...install, ...iphone, consent: refused }, clicked(null), rules).winner).toBeNull();
    });
  });

  test("a view matched by an ID counts, although the address is the same, too", () => {
    const same = { clickId: "v", at: ago(5) };
    const found = [touch("view", 5, 1, { ...same, byAddress: true }), touch("view", 5, 1, same)];
    for (const touches of [found, found.toReversed()])
      expect(decide(install, touches, withViews).winner?.campaignId).toBe(1);
  });

  test("the parts of a score add up to it", () => {
    const signs = {
      osVersion: "14",
      deviceModel: "Pixel 7",
      language: "de",
      crowd: { browsers: 2, installs: 6 },
    };
    const [candidate] = decide(install, [touch("probabilistic", 72, 1, signs)], rules).candidates;
    expect(candidate).toMatchObject({
      score: 75,
      parts: { address: 45, system: 15, os_version: 15, device_model: 15, language: 0, time: -5, crowd: -10 },
      crowd: { browsers: 2, installs: 6 },
    });
  });

  test("every losing candidate has a reason", () => {
    const verdict = decide(
      install,
      [
        touch("play_referrer", 60, 1),
        touch("advertising_id", 5, 2),
        touch("probabilistic", 1, 3),
        touch("play_referrer", 8 * day, 4),
      ],
      rules,
    );
    expect(Object.fromEntries(verdict.candidates.map((c) => [c.campaign_id, c.lost]))).toEqual({
      1: "lost_to_later_click",
      2: null,
      3: "lost_to_stronger_evidence",
      4: "out_of_window",
    });
  });

  test("a losing candidate of the same moment is not called earlier", () => {
    const lost = (...touches: InstallTouch[]) =>
      decide(install, touches, rules).candidates.map((candidate) => candidate.lost);
    expect(lost(touch("play_referrer", 5, 1), touch("advertising_id", 5, 2))).toEqual([
      null,
      "lost_to_stronger_evidence",
    ]);
    expect(lost(touch("tags", 5, 1), touch("gclid", 5, 2))).toContain("lost_to_same_moment");
    expect(lost(touch("tags", 5, 1), touch("gclid", 6, 2))).toContain("lost_to_later_click");
    const fits = { deviceModel: "Pixel 7", osVersion: "14", language: "en" };
    expect(lost(touch("probabilistic", 9, 1, fits), touch("probabilistic", 5, 1))).toEqual([
      "lost_to_better_fit",
      null,
    ]);
  });

  test("tags are less certain than a click ID, and so is a device ID if Play reports no link", () => {
    const confidence = (source: TouchSource, facts: Partial<TouchInstall> = {}) =>
      decide({ ...install, ...facts }, [touch(source, 5, 1)], rules).confidence;
    expect(confidence("play_referrer")).toBe(100);
    expect(confidence("tags")).toBe(90);
    expect(confidence("advertising_id")).toBe(97);
    expect(confidence("advertising_id", { referrerKind: "play_organic" })).toBe(85);
  });

  test("one click found in two ways is one candidate, with the stronger way", () => {
    const same = { clickId: "c", at: ago(5) };
    const verdict = decide(
      install,
      [touch("probabilistic", 5, 1, same), touch("play_referrer", 5, 1, same)],
      rules,
    );
    expect(verdict.candidates.length).toBe(1);
    expect(verdict.method).toBe("play_referrer");
  });
});

const anyTouch = fc
  .record({
    source: fc.constantFrom(...(Object.keys(touchSources) as TouchSource[])),
    minutes: fc.oneof(fc.integer({ min: -10, max: 600 }), fc.integer({ min: 0, max: 40 * day })),
    campaignId: fc.integer({ min: 1, max: 3 }),
    clickId: fc.option(fc.constantFrom("a", "b", "c", "d", "e"), { nil: null }),
    network: fc.constantFrom(null, "META", "TIKTOK"),
    platform: fc.constantFrom("ANDROID", "ANDROID", "IOS", "DESKTOP"),
    notCounted: fc.constantFrom(null, null, null, "bot", "inactive"),
    usedByOther: fc.boolean(),
    osVersion: fc.constantFrom(null, "14", "12"),
    addressList: fc.constantFrom(null, null, null, "vpn"),
    crowd: fc.constantFrom(null, { browsers: 2, installs: 3 }, { browsers: 12, installs: 1 }),
  })
  // Google's claims name no Cairn click.
  .map(({ source, minutes, campaignId, ...more }) =>
    touch(source, minutes, campaignId, source === "google_claim" ? { ...more, clickId: null } : more),
  );

const anyDays = fc.integer({ min: 0, max: 30 });
const anyRules = fc
  .record({
    click_days: anyDays,
    network_click_days: fc.dictionary(fc.constantFrom("META", "TIKTOK"), anyDays),
    campaign_click_days: fc.dictionary(fc.constantFrom("1", "2", "3"), anyDays),
    google_claims: fc.boolean(),
  })
  .map(attributionRulesOf);

/** A minimal second implementation of the rules: filter, then choose. */
function oracle(touches: InstallTouch[], used: Rules): number | null {
  const byClick = new Map<string, InstallTouch>();
  touches.forEach((t, i) => {
    const key = t.clickId ?? `none ${i}`;
    const known = byClick.get(key);
    if (!known || touchSources[t.source].tier < touchSources[known.source].tier) byClick.set(key, t);
  });
  const age = (t: InstallTouch) => installedAt.getTime() - t.at.getTime();
  const tier = (t: InstallTouch) => touchSources[t.source].tier;
  const fine = [...byClick.values()].filter(
    (t) =>
      !t.notCounted &&
      !t.usedByOther &&
      age(t) >= 0 &&
      t.platform !== "IOS" &&
      (t.source !== "google_claim" || used.googleClaims === true),
  );
  const window = (t: InstallTouch) =>
    used.campaignClickMs[String(t.campaignId)] ?? used.networkClickMs[String(t.network)] ?? used.clickMs;
  const sure = fine.filter((t) => tier(t) <= 3 && age(t) <= window(t));
  if (sure.length > 0) {
    const last = Math.min(...sure.map(age));
    const latest = sure.filter((t) => age(t) === last);
    const strongest = Math.min(...latest.map(tier));
    const names = new Set(latest.filter((t) => tier(t) === strongest).map((t) => t.campaignId));
    return names.size === 1 ? [...names][0]! : -1;
  }
  const likely = fine.filter(
    (t) =>
      tier(t) === 4 &&
      age(t) <= used.probabilistic.windowMs &&
      t.platform === "ANDROID" &&
      t.osVersion !== "12" &&
      t.addressList === null,
  );
  if (likely.length === 0) return null;
  const alike = (t: InstallTouch) => 60 + (t.osVersion === "14" ? 15 : 0);
  const late = (t: InstallTouch) => Math.round((alike(t) / 4) * (age(t) / used.probabilistic.windowMs));
  const crowded = (t: InstallTouch) => (t.crowd !== null && t.crowd.browsers === 12 ? 20 : 0);
  const points = (t: InstallTouch) => alike(t) - late(t) - crowded(t);
  // Between rivals, time counts twice.
  const weight = (t: InstallTouch) => points(t) - late(t);
  const best = Math.max(...likely.map(weight));
  if (Math.max(...likely.filter((t) => weight(t) === best).map(points)) < 50) return null;
  const near = new Set(
    likely.filter((t) => best - weight(t) < used.probabilistic.margin).map((t) => t.campaignId),
  );
  return near.size === 1 ? [...near][0]! : null;
}

/** Clicks with the same ID are the same click, equal in all but the way they were found. */
const history = fc.array(anyTouch, { maxLength: 8 }).map((touches) => {
  const first = new Map<string, InstallTouch>();
  return touches.map((t) => {
    if (t.clickId === null) return t;
    const known = first.get(t.clickId);
    if (!known) first.set(t.clickId, t);
    return known ? { ...known, source: t.source, kind: t.kind } : t;
  });
});

test("over random histories the engine equals a simple implementation of the rules", () => {
  fc.assert(
    fc.property(history, anyRules, (touches, rules) => {
      const expected = oracle(touches, rules);
      const got = decide(install, touches, rules).winner?.campaignId ?? null;
      // -1: two campaigns at the same time with equal evidence. The ID decides, which the oracle leaves open.
      if (expected === -1) expect(got).not.toBeNull();
      else expect(got).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});

test("two touches that differ in one property are decided in the same way in either order", () => {
  const pair = [null, "TIKTOK"].map((network) => touch("advertising_id", 8, 2, { clickId: null, network }));
  expect(decide(install, pair.toReversed(), rules)).toEqual(decide(install, pair, rules));
});

test("the order of the facts changes nothing, byte for byte", () => {
  fc.assert(
    fc.property(history, fc.integer(), (touches, seed) => {
      const shuffled = touches
        .map((t, i) => ({ t, key: Math.sin(seed + i) }))
        .sort((a, b) => a.key - b.key)
        .map(({ t }) => t);
      expect(JSON.stringify(decide(install, shuffled, rules))).toBe(
        JSON.stringify(decide(install, touches, rules)),
      );
    }),
    { numRuns: 1_000 },
  );
});

describe("the certainty is one number everywhere", () => {
  const shown = (
    source: TouchSource,
    facts: Partial<TouchInstall> = {},
    more: Partial<InstallTouch> = {},
  ) => {
    const verdict = decide(
      { ...install, ...facts },
      [touch(source, 5, 1, more)],
      attributionRulesOf({ view_through: true }),
    );
    return { verdict, score: presentScore(verdict.candidates[0]!, verdict.confidence) };
  };
  const sameInAll = { osVersion: "14", deviceModel: "Pixel 7", language: "en" };

  test.each<[string, TouchSource, Partial<TouchInstall>, Partial<InstallTouch>, number]>([
    ["a click ID", "play_referrer", {}, {}, 100],
    ["tags, which anybody can write", "tags", {}, {}, 90],
    ["a device ID", "advertising_id", {}, {}, 97],
    [
      "a device ID that Google Play knows no link of",
      "advertising_id",
      { referrerKind: "play_organic" },
      {},
      85,
    ],
    ["a view", "view", {}, {}, 60],
    ["the same in everything", "probabilistic", { language: "en" }, sameInAll, 90],
  ])("%s", (_, source, facts, more, certainty) => {
    const { verdict, score } = shown(source, facts, more);
    expect(verdict.confidence).toBe(certainty);
    expect(score.strength).toBe(certainty);
    expect(verdict.candidates[0]!.certainty).toBe(certainty);
    if (score.parts.length > 0)
      expect(score.parts.reduce((sum, { points }) => sum + points, 0)).toBe(certainty);
  });

  test("a certainty that differs from its base value has parts", () => {
    expect(shown("advertising_id", { referrerKind: "play_organic" }).score.parts).toHaveLength(2);
    expect(shown("tags").score.parts).toHaveLength(2);
  });
});

describe("on iOS by default", () => {
  const iphone = { platform: "IOS" };
  const by = (more: Partial<InstallTouch>) =>
    decide(
      { ...install, ...iphone },
      [touch("probabilistic", 5, 1, { platform: "IOS", ...more })],
      attributionRulesOf({}),
    );

  test("a click on the project's own link may be matched by IP, a paid one may not", () => {
    expect(by({}).winner?.campaignId).toBe(1);
    expect(by({ network: "META" }).candidates[0]?.lost).toBe("network_link");
    expect(by({ isAffiliates: true }).candidates[0]?.lost).toBe("network_link");
  });
});

test("rules without Google's claims keep their version, and with them have another", () => {
  expect(attributionRulesOf({ google_claims: false }).version).toBe(rules.version);
  expect(attributionRulesOf({ google_claims: true }).version).not.toBe(rules.version);
});
