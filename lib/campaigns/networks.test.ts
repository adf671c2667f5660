import { describe, expect, test } from "vitest";
import {
  customCodeOf,
  networkCodeOf,
  networkLabel,
  networkNamed,
  networks,
  urlParameters,
} from "@/lib/campaigns/networks";

const unreplaced = /^(\{\{.*\}\}|\{[^}]+\}|__[A-Z0-9_]+__|_[A-Z_]+_)$/;

describe("the table of networks", () => {
  test("no two networks share a name, a click ID or a source", () => {
    const names = networks.flatMap(({ code, alsoNamed }) => [code.toLowerCase(), ...alsoNamed]);
    const clickIds = networks.flatMap((network) => network.clickIds);
    const sources = networks.flatMap((network) => network.utmSources);
    const hosts = networks.flatMap((network) => network.referrers);
    for (const list of [names, clickIds, sources, hosts]) expect(new Set(list).size).toBe(list.length);
  });

  test("click IDs, sources and hosts are in lower case, as they are compared", () => {
    const all = networks.flatMap(({ clickIds, utmSources, referrers }) => [
      ...clickIds,
      ...utmSources,
      ...referrers,
    ]);
    expect(all).toEqual(all.map((text) => text.toLowerCase()));
  });

  test("every macro is recognised if a platform leaves it unreplaced", () => {
    for (const { macros } of networks)
      for (const macro of Object.values(macros)) expect(macro).toMatch(unreplaced);
  });

  test("clicks of Google and Meta count for 30 days, all others for 7", () => {
    for (const { code, clickDays } of networks)
      expect(clickDays).toBe(["GOOGLE", "META"].includes(code) ? 30 : 7);
  });
});

test.each([
  ["google", "GOOGLE"],
  ["Apple_Search_Ads", "APPLE_SEARCH_ADS"],
  ["apple search ads", "APPLE_SEARCH_ADS"],
  ["sandbox-ads", "SANDBOX_ADS"],
  ["twitter", "X"],
  ["nope", undefined],
  ["__proto__", undefined],
])("the network named %s is %s", (name, code) => {
  expect(networkNamed(name)?.code).toBe(code);
});

test("the parameters to paste are a query with the platform's macros", () => {
  expect(urlParameters(networkNamed("snapchat")!)).toBe(
    "campaign_id={{campaign.id}}&campaign_name={{campaign.name}}&ad_set_id={{adSet.id}}&ad_set_name={{adSet.name}}" +
      "&ad_id={{ad.id}}&ad_name={{creative.name}}&publisher_platform={{site_source_name}}",
  );
  expect(urlParameters(networkNamed("apple_search_ads")!)).toBe("");
});

test.each([
  ["Acme Ads", "Acme_Ads"],
  [" acme  ads ", "acme_ads"],
  ["Acme_Ads", "Acme_Ads"],
  ["Ärzte & Co", "Ärzte_&_Co"],
  ["A", null],
  ["acme/ads", null],
  ["{acme}", null],
  ["x".repeat(41), null],
])("the code of a custom network named %o is %o", (name, code) => {
  expect(customCodeOf(name)).toBe(code);
});

test("the name of a custom network can be read from its code", () => {
  expect(networkLabel("Acme_Ads")).toBe("Acme Ads");
  expect(networkLabel("META")).toBe("Meta");
  expect(networkCodeOf("facebook")).toBe("META");
  expect(networkCodeOf("acme ads")).toBe("acme_ads");
});
