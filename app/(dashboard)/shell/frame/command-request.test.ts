import { describe, expect, test } from "vitest";
import { figureRequest, requestHref } from "./command-request";

const networks = [
  { value: "META", label: "Meta" },
  { value: "GOOGLE", label: "Google" },
  { value: "APPLE_ADS", label: "Apple Ads" },
  { value: "ACME", label: "Acme Inc., Paris" },
];
const read = (text: string) => figureRequest(text, networks, "2026-11-27");

describe("a plain request for figures", () => {
  test("with a metric, a breakdown and a range opens that report", () => {
    const found = read("installs by network last 7 days");
    expect(found).toEqual({
      label: "Installs by network, last 7 days",
      address: { by: "network", range: "7d", chart: "installs", sort: "-installs" },
    });
    expect(found && requestHref(3, found)).toBe(
      "/p/3/report?by=network&range=7d&chart=installs&sort=-installs",
    );
  });

  test.each([
    ["Show me spend last month", { by: "campaign", range: "last-month", sort: "-spend" }],
    ["roas by week and country", { by: "week", second: "country", sort: "name" }],
    ["CPI per countries, this quarter?", { by: "country", range: "quarter", sort: "-cost_per_install" }],
    ["meta revenue yesterday", { network: "META", range: "yesterday", chart: "revenue" }],
    ["installs from apple ads on android", { network: "APPLE_ADS", platform: "android", chart: "installs" }],
    ["cost per install past 30 days", { chart: "cost_per_install", range: "30d" }],
    ["installs last 10 days", { range: "custom", from: "2026-11-18", to: "2026-11-27" }],
  ])("%s", (text, address) => {
    expect(read(text)?.address).toMatchObject(address);
  });

  test("names may contain commas and periods", () => {
    expect(read("cost per 1,000 impressions by week")?.address.chart).toBe("cost_per_mille");
    expect(read("spend acme inc., paris")?.address.network).toBe("ACME");
  });

  test("the last day is today", () => {
    expect(read("installs last 1 day")).toMatchObject({
      label: "Installs by campaign, today",
      address: { from: "2026-11-27", to: "2026-11-27" },
    });
  });

  test("a metric that is not among the default columns becomes the first one", () => {
    expect(read("uninstalls by network")?.address.columns?.[0]).toBe("uninstalls");
    expect(read("installs by network")?.address.columns).toBeUndefined();
  });

  test.each([
    "installs",
    "meta",
    "last 7 days",
    "by network",
    "installs of winter sale",
    "installs by shoe size",
    "installs by network and network",
    "",
  ])("“%s” is a search, not a request", (text) => {
    expect(read(text)).toBeNull();
  });
});
