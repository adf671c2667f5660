import { expect, test } from "vitest";
import { browserPaths } from "@/bin/browser";

const linux = { path: "/usr/local/bin:/usr/bin", platform: "linux" };

test("the browser that was named is taken before any other", () => {
  expect(browserPaths({ ...linux, named: "/opt/chrome" })[0]).toBe("/opt/chrome");
});

test("Chromium is preferred to Chrome and Edge, its shell without windows to all, in whichever folder of the path they are", () => {
  const paths = browserPaths(linux);
  const order = [
    "/usr/bin/chromium-headless-shell",
    "/usr/local/bin/chromium",
    "/usr/bin/chromium",
    "/usr/local/bin/google-chrome",
    "/usr/bin/microsoft-edge",
  ];
  expect(paths.filter((path) => order.includes(path))).toEqual(order);
});

test("on a Mac the applications come after the path, elsewhere not at all", () => {
  const chrome = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  expect(browserPaths({ ...linux, platform: "darwin" }).indexOf(chrome)).toBeGreaterThan(
    browserPaths({ ...linux, platform: "darwin" }).indexOf("/usr/bin/microsoft-edge"),
  );
  expect(browserPaths(linux)).not.toContain(chrome);
});

test("empty entries of the path are not the current folder", () => {
  expect(browserPaths({ path: ":/usr/bin:", platform: "linux" })).not.toContain("chromium");
});
