import { describe, expect, test } from "vitest";
import { candidateCampaign, durationText, type ExplainedInstall, explain } from "@/lib/attribution/explain";
import { organicReasons } from "@/lib/attribution/touches/organic";
import {
  type Candidate,
  type Rejection,
  type SeenBy,
  type TouchSource,
  touchSources,
} from "@/lib/attribution/touches/touches";

const installedAt = new Date("2026-03-10T12:00:00Z");
const names: Record<number, string> = { 1: "“Spring”", 2: "“Summer”" };

const candidate = (over: Partial<Candidate> = {}): Candidate => ({
  source: "play_referrer",
  tier: 1,
  click_id: "c",
  campaign_id: 1,
  network: "META",
  at: "2026-03-10T09:00:00.000Z",
  score: 100,
  lost: null,
  ...over,
});

const decision = (over: Partial<ExplainedInstall> = {}): ExplainedInstall => ({
  state: "DECIDED",
  kind: "INSTALL",
  method: "organic",
  reason: "no_click_seen",
  confidence: 85,
  campaign: null,
  network: null,
  counted: true,
  evidence: {},
  installedAt,
  candidates: [],
  nameOf: (id) => names[id ?? 0] ?? "a deleted campaign",
  ...over,
});

const won = (source: TouchSource, over: Partial<ExplainedInstall> = {}) =>
  decision({
    method: source,
    reason: source,
    confidence: 100,
    campaign: "Spring",
    network: "Meta Ads",
    candidates: [candidate({ source })],
    ...over,
  });

describe("the decision, and a reason without technical terms", () => {
  const ago = "3 hours before the install";
  const reasons: Record<TouchSource, string> = {
    play_referrer: `The user followed the campaign's link ${ago}, and Google Play confirmed it.`,
    link: `The user followed the campaign's link ${ago}, and the app opened with that link.`,
    meta_referrer: `Meta confirmed that the user clicked the campaign's ad ${ago}.`,
    tags: `The user followed the campaign's link ${ago}, and Google Play passed on the campaign's name.`,
    gclid: `Google confirmed that the user clicked the campaign's ad ${ago}.`,
    apple: `Apple confirmed that the user clicked the campaign's ad ${ago}.`,
    google_claim: `Google reported that the user clicked the campaign's ad ${ago}.`,
    advertising_id: `The same device followed the campaign's link ${ago}.`,
    probabilistic: `A matching device on the same internet connection followed the campaign's link ${ago}. It is probably the same user, but not certain.`,
    view: `The user saw the campaign's ad ${ago}, and no click led to the install.`,
  };
  test.each(Object.entries(reasons))("%s", (source, because) => {
    expect(explain(won(source as TouchSource))).toMatchObject({
      decision: "This install came from “Spring” on Meta Ads.",
      because,
    });
  });

  test.each<[SeenBy, string]>([
    ["advertising_id", `The same device saw the campaign's ad ${ago}.`],
    ["meta_referrer", `Meta confirmed that the user saw the campaign's ad ${ago}.`],
    ["apple", `Apple confirmed that the user saw the campaign's ad ${ago}.`],
    ["google_claim", `Google reported that the user saw the campaign's ad ${ago}.`],
    ["click_id", `The user saw the campaign's ad ${ago}, and the store or the link confirmed it.`],
    [
      "address",
      `A device on the same internet connection saw the campaign's ad ${ago}. It is probably the same user, but not certain.`,
    ],
  ])("a view known by %s", (seen_by, because) => {
    expect(explain(won("view", { candidates: [candidate({ source: "view", seen_by })] })).because).toBe(
      because,
    );
  });

  test("after the erasure of a person, the reason does not need the candidates", () => {
    const erased = { candidates: [] };
    expect(explain(won("play_referrer", erased)).because).toBe(
      "The user followed the campaign's link, and Google Play confirmed it.",
    );
    const organic = (reason: string) => explain(decision({ reason, ...erased })).because;
    expect(organic("below_floor")).toBe("The best matching click scores below the minimum score.");
    for (const reason of ["fraud", "no_candidate_left"])
      expect(organic(reason)).toBe("None of the clicks and views considered could have led to it.");
  });

  test("an unknown time is left out, and a referrer without a click has only tags", () => {
    const untimed = candidate({ click_id: null, untimed: true });
    expect(explain(won("play_referrer", { candidates: [untimed] })).because).toBe(
      "The user followed the campaign's link, and Google Play passed on the campaign's name.",
    );
  });

  test.each<[Partial<ExplainedInstall>, string, string]>([
    [{}, "This install is organic.", "No click or view led to it."],
    [{ state: "PENDING" }, "Attribution is pending.", "It usually takes a second."],
    [{ state: "PARKED" }, "This install couldn't be attributed.", "Five tries failed."],
    [
      { kind: "REINSTALL", reason: "reinstall", campaign: "Spring" },
      "This reinstall stays with “Spring”.",
      "The device was with that campaign before, and no later click or view led to it.",
    ],
  ])("%o", (over, verdict, because) => {
    expect(explain(decision(over))).toMatchObject({ decision: verdict, because });
  });
});

describe("one sentence for every reason", () => {
  test.each(Object.entries(touchSources))("%s", (source, { text }) => {
    const verb = source === "view" ? "seen" : "clicked";
    expect(explain(won(source as TouchSource)).sentence).toBe(
      `This install came from “Spring” on Meta Ads: it was matched by ${text}, ${verb} 3 hours before the install.`,
    );
  });

  test.each<[string, Partial<ExplainedInstall>, string]>([
    ["no_click_seen", {}, "This install is organic: no click or view led to it."],
    [
      "play_organic",
      { reason: "play_organic" },
      "This install is organic: Google Play reports that it was found in the store, without a link.",
    ],
    [
      "no_candidate_left, of one",
      { reason: "no_candidate_left", candidates: [candidate({ lost: "bot" })] },
      "This install is organic: there was one click, but it was made by a bot.",
    ],
    [
      "no_candidate_left, of several",
      {
        reason: "no_candidate_left",
        candidates: [candidate({ lost: "bot" }), candidate({ lost: "out_of_window" })],
      },
      "This install is organic: none of the 2 clicks and views considered could have led to it.",
    ],
    [
      "ambiguous",
      {
        reason: "ambiguous",
        candidates: [
          candidate({ lost: "ambiguous", score: 70, campaign_id: 2, source: "probabilistic" }),
          candidate({ lost: "ambiguous", score: 72, source: "probabilistic" }),
          candidate({ lost: "ambiguous", score: 60, source: "probabilistic" }),
        ],
      },
      "This install is organic: clicks of “Spring” (72) and “Summer” (70) fit it almost equally well, and Cairn doesn't guess between campaigns.",
    ],
    [
      "meta_no_key",
      { reason: "meta_no_key" },
      "This install is organic: its Meta referrer is encrypted and no key is set: see Attribution → Meta referrer.",
    ],
    [
      "meta_wrong_key",
      { reason: "meta_wrong_key" },
      "This install is organic: its Meta referrer is encrypted and the key in Attribution → Meta referrer can't decrypt it.",
    ],
    [
      "below_floor",
      {
        reason: "below_floor",
        candidates: [
          candidate({ lost: "below_floor", score: 42, source: "probabilistic" }),
          candidate({ lost: "os_mismatch", score: 60, source: "probabilistic" }),
        ],
      },
      "This install is organic: the best matching click scores 42 of 100, below the minimum score.",
    ],
    [
      "one that a later version may know",
      { reason: "fraud:flood" },
      "This install is organic: the recorded reason is “fraud:flood”.",
    ],
    ["a reinstall", { kind: "REINSTALL" }, "This reinstall is organic: no click or view led to it."],
    ["not decided", { state: "PENDING" }, "Attribution is pending; it usually takes a second."],
    ["put aside", { state: "PARKED" }, "This install couldn't be attributed after five tries."],
  ])("%s", (_title, over, sentence) => {
    expect(explain(decision(over)).sentence).toBe(sentence);
  });

  test.each(Object.entries(organicReasons).flatMap(([reason, { text }]) => (text ? [[reason, text]] : [])))(
    "%s",
    (reason, text) => {
      expect(explain(decision({ reason })).sentence).toBe(`This install is organic: ${text}.`);
    },
  );

  test("the sentence while Cairn queries Apple", () => {
    expect(explain(decision({ state: "PENDING", waitsForApple: true })).sentence).toBe(
      "Attribution is pending: Cairn is requesting the ad token's attribution from Apple, for up to 20 seconds.",
    );
  });

  test("a single view or link is not called a click", () => {
    const only = (over: Partial<Candidate>) =>
      explain(decision({ reason: "no_candidate_left", candidates: [candidate(over)] })).sentence;
    expect(only({ source: "view", lost: "switched_off" })).toBe(
      "This install is organic: there was one view, but it is of a type this project's rules don't accept.",
    );
    expect(only({ source: "link", click_id: null, lost: "campaign_inactive_at_click" })).toBe(
      "This install is organic: there was one link, but it belongs to a campaign that was not running at the time.",
    );
  });

  test("a link without a time is shown without one, even if a time was stored", () => {
    const sentence =
      "This install came from “Spring” on Meta Ads: it was matched by the link that opened the app.";
    const at = installedAt.toISOString();
    for (const noted of [{ untimed: true as const }, {}])
      expect(
        explain(won("link", { candidates: [candidate({ source: "link", click_id: null, at, ...noted })] }))
          .sentence,
      ).toBe(sentence);
    expect(explain(won("link", { candidates: [candidate({ source: "link", at })] })).sentence).toBe(
      `${sentence.slice(0, -1)}, clicked at the moment of the install.`,
    );
  });

  test("tags that were once stored as a click ID are called tags", () => {
    const old = candidate({ click_id: null });
    expect(explain(won("play_referrer", { candidates: [old] })).sentence).toBe(
      `This install came from “Spring” on Meta Ads: it was matched by ${touchSources.tags.text}, clicked 3 hours before the install.`,
    );
  });

  test("a network's own campaign has the network's name, whether it exists here or not", () => {
    const loser = candidate({ campaign_id: null, network_campaign: "May", lost: "used", source: "gclid" });
    const automatic = candidate({ campaign_id: null, source: "apple" });
    const old = candidate({ campaign_id: null, source: "apple", network: "GOOGLE", lost: "test_click" });
    const wonExplained = won("apple", { candidates: [automatic, loser, old] });
    expect(wonExplained.candidates.map((each) => candidateCampaign(each, wonExplained))).toEqual([
      "“Spring”",
      "“May”",
      "an unknown campaign of Google Ads",
    ]);
    const later = candidate({ campaign_id: 2, source: "advertising_id", lost: "lost_to_later_click" });
    expect(explain(won("apple", { candidates: [later, automatic] })).candidates[0]).toContain(
      "It lost to a later one (“Spring”).",
    );
  });

  test("a deleted campaign without a network is described as such", () => {
    const candidates = [candidate({ source: "link", campaign_id: 9 })];
    expect(explain(won("link", { campaign: null, network: null, candidates })).sentence).toBe(
      "This install came from a deleted campaign: it was matched by the link that opened the app, clicked 3 hours before the install.",
    );
  });
});

describe("the reason against each candidate", () => {
  const winner = candidate();
  test.each<[Rejection, string]>([
    ["click_after_install_begin", "It came after the install started."],
    ["out_of_window", "It was longer before the install than the attribution window allows."],
    ["platform_mismatch", "It was on a different operating system."],
    ["os_mismatch", "It was on a different OS version."],
    ["model_mismatch", "It was on a different device."],
    ["view_without_id", "It was only an ad view matched by IP; views need a device ID."],
    ["listed_address", "It comes from a listed IP shared by many people, with nothing else connecting them."],
    ["referrer_organic", "It would appear in the Play install referrer, which says organic instead."],
    ["consent_refused", "It matches by IP only, and the user refused consent."],
    ["att_denied", "It matches by IP only, and the user denied tracking."],
    ["att_not_authorized", "It matches by IP only, and the user didn't allow tracking."],
    [
      "network_link",
      "It belongs to an ad network or affiliate; on iOS this project matches only its own links by IP.",
    ],
    ["below_floor", "It scores below the minimum."],
    ["device_mismatch", "It carried a different device ID."],
    ["campaign_deleted", "It belongs to a campaign that was deleted."],
    ["campaign_inactive_at_click", "It belongs to a campaign that was not running at the time."],
    ["not_counted", "It wasn't counted as a human click."],
    ["bot", "It was made by a bot."],
    ["duplicate", "It repeated another click by the same visitor moments earlier."],
    ["test_click", "It was a test, but the install isn't."],
    ["used", "It had already led to another install."],
    ["switched_off", "It is of a type this project's rules don't accept."],
    ["ambiguous", "It fits almost as well as a click of another campaign."],
    ["lost_to_later_click", "It lost to a later one (“Spring”)."],
    ["lost_to_stronger_evidence", "It lost to stronger evidence (“Spring”)."],
    ["lost_to_same_moment", "It lost to another one at the same moment (“Spring”)."],
    ["lost_to_better_fit", "It lost to a better match (“Spring”)."],
  ])("%s", (lost, expected) => {
    const loser = candidate({ campaign_id: 2, lost, source: "advertising_id" });
    const { candidates } = explain(won("play_referrer", { candidates: [loser, winner] }));
    expect(candidates).toEqual([
      `Found by the device's advertising ID, clicked 3 hours before the install. ${expected}`,
      "Found by the click ID in the Play install referrer, clicked 3 hours before the install. It won.",
    ]);
  });

  test("a click after the install is marked", () => {
    const late = candidate({ at: "2026-03-10T12:01:30.000Z", lost: "click_after_install_begin" });
    expect(explain(decision({ candidates: [late] })).candidates[0]).toContain(
      "clicked 1 minute 30 seconds after the install.",
    );
  });
});

test("remarks list missing evidence, and that a test is excluded", () => {
  expect(explain(won("play_referrer")).remarks).toEqual([]);
  expect(explain(decision({ counted: false })).remarks).toEqual(["It's a test and excluded from reports."]);
  expect(explain(decision({ evidence: { address: "none" } })).remarks).toEqual([
    "It has no public IP address, so IP matching wasn't possible: check TRUSTED_PROXY_HOPS.",
  ]);
  expect(explain(won("play_referrer", { evidence: { address: "none", meta: "no key" } })).remarks).toEqual([
    "Its encrypted Meta referrer couldn't be read: no key.",
  ]);
  expect(explain(decision({ state: "PENDING" })).remarks).toEqual([]);
});

test.each([
  [999, "0 seconds"],
  [1_000, "1 second"],
  [59_999, "59 seconds"],
  [60_000, "1 minute"],
  [90_000, "1 minute 30 seconds"],
  [11 * 60_000 + 30_000, "11 minutes"],
  [3 * 3_600_000, "3 hours"],
  [26 * 3_600_000, "1 day 2 hours"],
  [30 * 86_400_000, "30 days"],
])("%d ms is %s", (ms, expected) => {
  expect(durationText(ms)).toBe(expected);
});

describe("a decision with skipped clicks has their number", () => {
  const remark = (counted: number, not_counted: number) =>
    explain(decision({ evidence: { left_out: { counted, not_counted } } })).remarks;

  test.each<[number, number, string]>([
    [1, 0, "1 counted click or view"],
    [12, 30, "12 counted clicks and views and 30 clicks of bots or repeats"],
    [0, 6, "6 clicks of bots or repeats"],
  ])("%i counted, %i not", (counted, uncounted, expected) => {
    expect(remark(counted, uncounted)).toEqual([
      `A limit left out at least ${expected}: too many had the same device ID or IP. Each campaign's latest were compared.`,
    ]);
  });

  test("without skipped clicks there is no remark", () => expect(explain(decision()).remarks).toEqual([]));
});
