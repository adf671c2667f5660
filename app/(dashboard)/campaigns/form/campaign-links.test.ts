import { expect, test } from "vitest";
import { networkLinkOf, viewLinkOf } from "./campaign-links";

test("the parameters of a network's link follow the campaign and precede the fragment", () => {
  const link = "https://example.com/offers?c=summer#top";
  expect(networkLinkOf({ link, network: "META", url_parameters: "ad_id={{ad.id}}" })).toEqual({
    name: "Link for Meta",
    value: "https://example.com/offers?c=summer&ad_id={{ad.id}}#top",
  });
});

test("without a network, its parameters or a link there is no network link", () => {
  const link = "https://example.com/?c=summer";
  expect(networkLinkOf({ link, network: null, url_parameters: "a=b" })).toBeNull();
  expect(networkLinkOf({ link, network: "META", url_parameters: "" })).toBeNull();
  expect(networkLinkOf({ link: "", network: "META", url_parameters: "a=b" })).toBeNull();
});

test("impressions are reported at the short link's host", () => {
  expect(viewLinkOf("https://go.example.com/summer", "")).toBe("https://go.example.com/i/summer");
  expect(viewLinkOf("https://go.example.com/summer", "a=b")).toBe("https://go.example.com/i/summer?a=b");
});
