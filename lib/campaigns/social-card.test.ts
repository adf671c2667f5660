import { expect, test } from "vitest";
import { sharePreviewOf, socialCardTags } from "@/lib/campaigns/social-card";

const site = { siteName: "Shop", url: "https://go.example.com/summer" };

test("without a title the project's name is used; blank values and invalid addresses are left out", () => {
  const card = sharePreviewOf({ title: " ", text: "", image: "javascript:alert(1)" }, site);
  expect(card).toEqual({ ...site, title: "Shop", text: null, image: null });
  expect(socialCardTags(card).map(({ name }) => name)).toEqual([
    "og:type",
    "og:site_name",
    "og:title",
    "og:url",
    "twitter:card",
    "twitter:title",
  ]);
});

test("an image gives a large card", () => {
  const card = sharePreviewOf({ title: "Sale", text: "Half", image: "https://example.com/a.png" }, site);
  const content = Object.fromEntries(socialCardTags(card).map((tag) => [tag.name, tag.content]));
  expect(content).toMatchObject({
    "og:title": "Sale",
    "og:description": "Half",
    "og:image": "https://example.com/a.png",
    "twitter:card": "summary_large_image",
  });
});
