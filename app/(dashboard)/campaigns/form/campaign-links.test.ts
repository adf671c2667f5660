import { expect, test } from "vitest";
import { impressionOf, networkLinkOf } from "./campaign-links";

test("a network's link has its parameters behind the campaign and before the fragment", () => {
  const link = "https://example.com/offers?c=summer#top";
  expect(networkLinkOf({ link, network: "META", url_parameters: "ad_id={{ad.id}}" })).toEqual({
    name: "Link for Meta",
    value: "https://example.com/offers?c=summer&ad_id={{ad.id}}#top",
  });
});

test("there is none without a network, without its parameters or without a link", () => {
  const link = "https://example.com/?c=summer";
  expect(networkLinkOf({ link, network: null, url_parameters: "a=b" })).toBeNull();
  expect(networkLinkOf({ link, network: "META", url_parameters: "" })).toBeNull();
  expect(networkLinkOf({ link: "", network: "META", url_parameters: "a=b" })).toBeNull();
});

test("impressions are reported at the short link's host", () => {
  expect(impressionOf("https://go.example.com/summer", "")).toBe("https://go.example.com/i/summer");
  expect(impressionOf("https://go.example.com/summer", "a=b")).toBe("https://go.example.com/i/summer?a=b");
});
