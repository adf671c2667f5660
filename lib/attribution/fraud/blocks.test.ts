import { describe, expect, test } from "vitest";
import {
  type BlockEntry,
  type BlockedInstall,
  type BlockedTouch,
  blocksOfInstall,
  blocksOfTouch,
} from "@/lib/attribution/fraud/blocks";
import { touchFindings } from "@/lib/attribution/fraud/findings";
import { presentFinding } from "@/lib/attribution/fraud/labels";
import { fraudSettingsOf } from "@/lib/attribution/fraud/settings";

const noon = new Date("2026-06-14T12:00:00Z");
const install: BlockedInstall = {
  receivedAt: noon,
  country: "DE",
  appVersion: "2.1.4",
  platform: "ANDROID",
  osVersion: "9.1",
  blockEntry: null,
};
const touch: BlockedTouch = {
  network: "APPLOVIN",
  publisherId: "4711",
  country: "VN",
  blockEntry: 7,
  byServer: true,
};

const entry = (change: Partial<BlockEntry>): BlockEntry => ({
  id: 7,
  kind: "publisher",
  value: "4711",
  network: null,
  action: "reject",
  max_installs: null,
  per_hours: null,
  reason: "fast clicks",
  created_by: "Ana",
  since: "2026-06-03",
  starts_at: new Date("2026-06-02T22:00:00Z"),
  ends_at: null,
  ...change,
});

/** Of the install, of the touch, or none. */
const where = (change: Partial<BlockEntry>, earlier = 0) => {
  const list = [entry(change)];
  const found = [
    ...blocksOfInstall(list, install).map(() => "install"),
    ...blocksOfTouch(list, touch, install, () => earlier).map(() => "touch"),
  ];
  return found.join() || "none";
};

describe("an entry matches", () => {
  test.each<[string, Partial<BlockEntry>, string]>([
    ["a publisher", {}, "touch"],
    ["another publisher", { value: "4712" }, "none"],
    ["the publisher of its network", { network: "APPLOVIN" }, "touch"],
    ["the publisher of another network", { network: "MOLOCO" }, "none"],
    ["a network", { kind: "network", value: "APPLOVIN" }, "touch"],
    ["another network", { kind: "network", value: "MOLOCO" }, "none"],
    ["a click that the network's server reported", { kind: "server_clicks", value: "APPLOVIN" }, "touch"],
    ["that of another network", { kind: "server_clicks", value: "MOLOCO" }, "none"],
    ["the click's address", { kind: "address", value: "10.0.0.0/8" }, "touch"],
    ["another address", { kind: "address", value: "10.0.0.0/8", id: 8 }, "none"],
    ["the click's country", { kind: "country", value: "VN" }, "touch"],
    ["the install's country", { kind: "country", value: "DE" }, "install"],
    ["the install's country, for a network", { kind: "country", value: "DE", network: "APPLOVIN" }, "touch"],
    [
      "the install's country, for another network",
      { kind: "country", value: "DE", network: "MOLOCO" },
      "none",
    ],
    ["an app version", { kind: "app_version", value: "2.1.4" }, "install"],
    ["a beginning of a version", { kind: "app_version", value: "2.1.*" }, "install"],
    ["another beginning", { kind: "app_version", value: "2.10.*" }, "none"],
    ["a longer version", { kind: "app_version", value: "2.1" }, "none"],
    ["a system", { kind: "os", value: "ANDROID" }, "install"],
    ["a version of the system", { kind: "os", value: "ANDROID 9" }, "install"],
    ["an exact version of the system", { kind: "os", value: "ANDROID 9.1" }, "install"],
    ["another version of the system", { kind: "os", value: "ANDROID 91" }, "none"],
    ["another system", { kind: "os", value: "IOS 9" }, "none"],
  ])("%s", (_, change, expected) => expect(where(change)).toBe(expected));
});

test.each([
  ["at its start", { starts_at: noon }, "touch"],
  ["before its start", { starts_at: new Date(noon.getTime() + 1) }, "none"],
  ["before its end", { ends_at: new Date(noon.getTime() + 1) }, "touch"],
  ["at its end", { ends_at: noon }, "none"],
])("an entry applies to installs from its start until its end: %s", (_, change, expected) =>
  expect(where(change)).toBe(expected),
);

test("a limit allows exactly that many installs of the publisher", () => {
  const limit = { max_installs: 3, per_hours: 1 };
  expect([0, 1, 2, 3, 4].map((earlier) => where(limit, earlier))).toEqual([
    "none",
    "none",
    "none",
    "touch",
    "touch",
  ]);
});

test("an entry's action counts, or the rule's if it is stronger; a rule that is off ignores the list", () => {
  const signs = { ...install, play: { clickedAt: null, begunAt: null }, addressList: null };
  const rest = { models: [], advertisingIds: [], sameAddress: 1, earlierOf: () => 0 };
  const click = { ...touch, clickId: "c", at: new Date(noon.getTime() - 600_000), source: "play_referrer" };
  const none = { deviceModel: null, advertisingId: null, addressList: null, engagement: 1, profile: null };
  const levels = (action: BlockEntry["action"], level: string) =>
    touchFindings(
      { ...click, ...none, usedByOther: false, platform: "ANDROID", country: null },
      { ...signs, ...rest, blocks: [entry({ action })] },
      fraudSettingsOf({ block_list: { level } } as never),
    ).map((finding) => finding.level);
  expect(levels("tag", "tag")).toEqual(["tag"]);
  expect(levels("reject", "tag")).toEqual(["reject"]);
  expect(levels("tag", "hold")).toEqual(["hold"]);
  expect(levels("hold", "reject")).toEqual(["reject"]);
  expect(levels("reject", "off")).toEqual([]);
});

test.each<[Partial<BlockEntry>, string]>([
  [
    { network: "APPLOVIN" },
    "The click came from publisher 4711 of AppLovin, which Ana blocked on 3 June 2026: fast clicks",
  ],
  [{ action: "tag" }, "The click came from publisher 4711, which Ana flagged on 3 June 2026: fast clicks"],
  [
    { kind: "network", value: "APPLOVIN", action: "hold" },
    "The click came from network AppLovin, which Ana put on hold on 3 June 2026: fast clicks",
  ],
  [
    { kind: "server_clicks", value: "APPLOVIN", action: "tag" },
    "The click came from the server of AppLovin, which Ana flagged on 3 June 2026: fast clicks",
  ],
  [
    { kind: "country", value: "DE", network: "APPLOVIN" },
    "The install has country DE, which Ana blocked on 3 June 2026: fast clicks",
  ],
  [
    { max_installs: 3, per_hours: 1 },
    "Publisher 4711 had 6 installs within 1 h, above the limit of 3 that Ana set on 3 June 2026: fast clicks",
  ],
])("%j is explained in words", (change, text) => {
  const [match] = blocksOfTouch([entry(change)], touch, install, () => 5);
  expect(
    presentFinding({
      rule: "block_list",
      level: match!.entry.action,
      click_id: "c",
      evidence: match!.evidence,
    }).text,
  ).toBe(text);
});
