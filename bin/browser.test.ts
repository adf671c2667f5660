import { expect, test } from "vitest";
import { browserPlaces } from "@/bin/browser";

const linux = { path: "/usr/local/bin:/usr/bin", platform: "linux" };

test("the browser that was named is taken before any other", () => {
  expect(browserPlaces({ ...linux, named: "/opt/chrome" })[0]).toBe("/opt/chrome");
});

test("Chromium is preferred to Chrome and Edge, its shell without windows to all, in whichever folder of the path they are", () => {
  const places = browserPlaces(linux);
  const order = [
    "/usr/bin/chromium-headless-shell",
    "/usr/local/bin/chromium",
    "/usr/bin/chromium",
    "/usr/local/bin/google-chrome",
    "/usr/bin/microsoft-edge",
  ];
  expect(places.filter((place) => order.includes(place))).toEqual(order);
});

test("on a Mac the applications come after the path, elsewhere not at all", () => {
  const chrome = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  expect(browserPlaces({ ...linux, platform: "darwin" }).indexOf(chrome)).toBeGreaterThan(
    browserPlaces({ ...linux, platform: "darwin" }).indexOf("/usr/bin/microsoft-edge"),
  );
  expect(browserPlaces(linux)).not.toContain(chrome);
});

test("empty entries of the path are not the current folder", () => {
  expect(browserPlaces({ path: ":/usr/bin:", platform: "linux" })).not.toContain("chromium");
});
