import { expect, test } from "vitest";
import { drillDown } from "./drill-down";

const june = { project: 4, from: "2026-06-01", to: "2026-06-30" };

test("installs, sign-ups, payments, events and spend link to their lists, with the same campaign and days", () => {
  expect(drillDown({ metric: "installs" }, { ...june, campaign: 7, platform: "ios" })).toBe(
    "/p/4/installs?counted=yes&kind=INSTALL&campaign=7&platform=IOS&from=2026-06-01&to=2026-06-30",
  );
  expect(drillDown({ metric: "signups" }, { ...june, campaign: 7 })).toBe(
    "/p/4/sign-ups?counted=yes&campaign=7&from=2026-06-01&to=2026-06-30",
  );
  expect(drillDown({ metric: "revenue" }, { ...june, campaign: "organic" })).toBe(
    "/p/4/payments?counted=yes&campaign=organic&from=2026-06-01&to=2026-06-30",
  );
  expect(drillDown({ event: "a&b" }, june)).toBe(
    "/p/4/events?counted=yes&name=a%26b&from=2026-06-01&to=2026-06-30",
  );
  expect(drillDown({ payment: "RECURRING" }, { project: 4 })).toBe(
    "/p/4/payments?counted=yes&type=RECURRING",
  );
  expect(drillDown({ metric: "spend" }, { ...june, platform: "NONE", country: "-" })).toBe(
    "/p/4/spend?platform=NONE&country=none&from=2026-06-01&to=2026-06-30",
  );
  expect(drillDown({ metric: "spend" }, { ...june, country: "DE" })).toContain("country=DE");
  for (const unknown of [{ country: "-" }, { platform: "NONE" }])
    expect(drillDown({ metric: "installs" }, { ...june, ...unknown })).toBeUndefined();
  expect(drillDown({ metric: "spend" }, { ...june, country: "none" })).toBeUndefined();
  expect(drillDown({ metric: "spend" }, { ...june, campaign: 7, platform: "android" })).toBe(
    "/p/4/spend?campaign=7&platform=ANDROID&from=2026-06-01&to=2026-06-30",
  );
});

test("figures of an ad set, a creative or a keyword link to its own rows", () => {
  const part = { ad_set: "a&1", keyword: "tents" };
  expect(drillDown({ metric: "installs" }, { ...june, campaign: 7, part })).toBe(
    "/p/4/installs?counted=yes&kind=INSTALL&campaign=7&ad_set=a%261&keyword=tents&from=2026-06-01&to=2026-06-30",
  );
  expect(drillDown({ metric: "clicks" }, { ...june, campaign: 7, part: { creative: "v" } })).toBe(
    "/p/4/clicks?counted=yes&kind=click&campaign=7&creative=v&from=2026-06-01&to=2026-06-30",
  );
  expect(drillDown({ event: "view" }, { ...june, campaign: 7, platform: "ios", part })).toBe(
    "/p/4/events?counted=yes&name=view&campaign=7&ad_set=a%261&keyword=tents&platform=IOS&from=2026-06-01&to=2026-06-30",
  );
});

test("a figure has no link if the list would show other rows than it counts", () => {
  expect(drillDown({ metric: "roas" }, june)).toBeUndefined();
  // Clicks of campaigns for retargeting only.
  expect(drillDown({ metric: "clicks", returned: true }, { ...june, campaign: "inorganic" })).toBeUndefined();
  expect(drillDown({ metric: "spend", returned: true }, june)).toBeUndefined();
  expect(
    drillDown({ metric: "clicks", returned: true }, { ...june, campaign: "affiliate:" }),
  ).toBeUndefined();
  expect(drillDown({ metric: "spend", returned: true }, { ...june, campaign: 7 })).toContain("campaign=7");
  expect(drillDown({ event: "(other)" }, june)).toBeUndefined();
  expect(drillDown({ metric: "spend" }, { ...june, campaign: "organic" })).toBeUndefined();
  expect(drillDown({ metric: "clicks" }, { ...june, campaign: "organic" })).toBeUndefined();
});
