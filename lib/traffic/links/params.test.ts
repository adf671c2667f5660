import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { networks } from "@/lib/campaigns/networks";
import {
  adNetworkOf,
  isUnreplacedMacro,
  networkClickIn,
  type Param,
  readParams,
  storableParam,
  storedParamsOf,
} from "@/lib/traffic/links/params";

const read = (query: string) => readParams(storedParamsOf(new URLSearchParams(query)));

describe("unreplaced macros", () => {
  test.each([
    "{{campaign.id}}",
    "%7B%7Bad.id%7D%7D",
    "__CID__",
    "__CAMPAIGN_ID__",
    "{campaignid}",
    "{lpurl}",
  ])("%s", (value) => {
    expect(isUnreplacedMacro(value)).toBe(true);
    expect(read(`ad_id=${encodeURIComponent(value)}`)).toMatchObject({
      ad: { creativeId: null },
      warnings: ["macro_unreplaced:ad_id"],
    });
  });

  test.each(["120210000000000000", "summer_sale", "__", "a_b", "Summer {2026}", "100%", "%zz", ""])(
    "%s is a value",
    (value) => {
      expect(isUnreplacedMacro(value)).toBe(false);
    },
  );

  test("every macro that we recommend is recognised", () => {
    for (const network of networks) {
      for (const macro of Object.values(network.macros)) expect(isUnreplacedMacro(macro)).toBe(true);
    }
  });
});

describe("the ad that was clicked", () => {
  test.each([
    [
      "Meta",
      "ad_set_id=23851&ad_set_name=Women+25&ad_id=23852&ad_name=Video+A",
      { adSetId: "23851", adSetName: "Women 25", creativeId: "23852", creativeName: "Video A" },
    ],
    [
      "names as Meta's own",
      "adset_id=1&adset_name=a&ad_id=2",
      { adSetId: "1", adSetName: "a", creativeId: "2" },
    ],
    [
      "Google's words",
      "adgroupid=11&creative=22&targetid=kwd-33&keyword=running+shoes",
      { adSetId: "11", creativeId: "22", keywordId: "kwd-33", keywordName: "running shoes" },
    ],
    [
      "names without ids count by their names",
      "adset_name=Hikers&keyword=tents",
      { adSetId: "Hikers", adSetName: "Hikers", keywordId: "tents", keywordName: "tents", creativeId: null },
    ],
    ["any case", "AD_SET_ID=1", { adSetId: "1" }],
    ["an empty one gives way to the next name", "ad_set_id=&adset_id=9", { adSetId: "9" }],
    ["an unreplaced one too", "ad_set_id={{adset.id}}&adset_id=9", { adSetId: "9" }],
  ])("%s", (_name, query, expected) => {
    expect(read(query).ad).toMatchObject(expected);
  });
});

describe("advertising ids", () => {
  const id = "38400000-8cf0-11bd-b23e-10b96e40000d";

  test.each([
    [`gaid=${id.toUpperCase()}`, id],
    [`idfa=${id}`, id],
    [`gaid=__GAID__&idfa=${id}`, id],
    [`gaid=00000000-0000-0000-0000-000000000000`, null],
    [`gaid=00000000-0000-0000-0000-000000000000&idfa=${id}`, id],
    ["gaid=not-an-id", null],
    ["gaid=", null],
  ])("%s", (query, expected) => {
    expect(read(query).advertisingId).toBe(expected);
  });
});

describe("the network of a click", () => {
  const of = (query: string, campaign: string | null = null, referrer = "") =>
    adNetworkOf(campaign, storedParamsOf(new URLSearchParams(query)), referrer);

  test("the campaign's own network comes first", () => {
    expect(of("gclid=1&utm_source=facebook", "TIKTOK", "t.co")).toBe("TIKTOK");
  });

  test.each([
    ["gclid=EAIa", "GOOGLE"],
    ["gbraid=0A", "GOOGLE"],
    ["wbraid=0A", "GOOGLE"],
    ["gad_campaignid=1", "GOOGLE"],
    ["fbclid=IwAR", "META"],
    ["ttclid=E.C", "TIKTOK"],
    ["ScCid=abc", "SNAPCHAT"],
    ["sccid=abc", "SNAPCHAT"],
    ["li_fat_id=1", "LINKEDIN"],
    ["msclkid=1", "MICROSOFT"],
    ["twclid=1", "X"],
    ["rdt_cid=1", "REDDIT"],
    ["epik=1", "PINTEREST"],
  ])("a click id: %s is %s", (query, network) => {
    expect(of(query)).toBe(network);
    expect(of(`utm_source=newsletter&${query}`, null, "mail.example.com")).toBe(network);
    expect(of(`utm_source=google&${query}`)).toBe(network);
  });

  test.each([
    ["utm_source=facebook", "META"],
    ["utm_source=IG", "META"],
    ["utm_source=tiktok", "TIKTOK"],
    ["utm_source=newsletter", null],
    ["fbclid=", null],
    ["fbclid={{fbclid}}&utm_source=google", "GOOGLE"],
  ])("the source: %s is %s", (query, network) => {
    expect(of(query)).toBe(network);
  });

  test.each([
    ["l.facebook.com", "META"],
    ["www.tiktok.com", "TIKTOK"],
    ["t.co", "X"],
    ["evil-t.co", null],
    ["facebook.com.evil.example", null],
    ["", null],
  ])("the page it came from: %s is %s", (host, network) => {
    expect(of("", null, host)).toBe(network);
    expect(of("utm_source=google", null, host)).toBe("GOOGLE");
  });
});

describe("stored parameters", () => {
  test("every parameter is stored as sent, the first of each name, except our own", () => {
    const kept = storedParamsOf(
      new URLSearchParams("c=ID&utm_source=a&x=1&x=2&gclid=z&cairn_test=1&cairn_device=ipad&cairn_from=y&e="),
    );
    expect(kept).toEqual([
      ["utm_source", "a"],
      ["x", "1"],
      ["gclid", "z"],
      ["e", ""],
    ]);
  });

  test("at most a hundred, each of a storable length", () => {
    const query = new URLSearchParams();
    for (let i = 0; i < 500; i++) query.append(`p${i}`, "v".repeat(5_000));
    const kept = storedParamsOf(query);
    expect(kept).toHaveLength(100);
    expect(Math.max(...kept.map(([, value]) => value.length))).toBe(1024);
  });

  test("names from outside are plain data", () => {
    const kept = storedParamsOf(new URLSearchParams("__proto__=1&constructor=2&toString=3&hasOwnProperty=4"));
    expect(kept.map(([name]) => name)).toEqual(["__proto__", "constructor", "toString", "hasOwnProperty"]);
    expect(readParams(kept).ad.adSetId).toBeNull();
    expect(JSON.stringify(Object.fromEntries(kept))).toContain('"__proto__":"1"');
  });

  test("any stored parameter is valid text", () => {
    const odd = fc.string({ unit: "binary", maxLength: 3000 });
    const halves = fc.constantFrom("\ud800", "\udfff", "a\u0000b", `${"x".repeat(1023)}😀`);
    fc.assert(
      fc.property(fc.oneof(odd, halves), (text) => {
        const param = storableParam(text, 1024);
        expect(param).not.toContain("\u0000");
        expect(param.isWellFormed()).toBe(true);
        expect(param.length).toBeLessThanOrEqual(1024);
      }),
    );
  });

  test("any query can be read without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const params: Param[] = storedParamsOf(new URLSearchParams(text));
        readParams(params);
        adNetworkOf(null, params, text);
      }),
    );
  });
});

test("a custom network is recognised by its own click ID, unless the link has one of a built-in network", () => {
  const custom = [{ network: "Acme_Ads", parameter: "acme_click" }];
  const of = (query: string, campaign: string | null = null) =>
    adNetworkOf(campaign, storedParamsOf(new URLSearchParams(query)), "", custom);
  expect(of("ACME_CLICK=1")).toBe("Acme_Ads");
  expect(of("acme_click=%7Bclick_id%7D")).toBeNull();
  expect(of("acme_click=")).toBeNull();
  expect(of("acme_click=1&gclid=2")).toBe("GOOGLE");
  expect(of("acme_click=1", "META")).toBe("META");
  const click = (query: string) => networkClickIn(storedParamsOf(new URLSearchParams(query)), custom);
  expect(click("acme_click=1&campaign_id=77")).toEqual({ network: "Acme_Ads", campaignId: "77" });
  expect(click("campaign_id=77")).toBeNull();
});
