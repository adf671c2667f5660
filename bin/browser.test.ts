import { expect, test } from "vitest";
import { browserPaths } from "@/bin/browser";

const linux = { path: "/usr/local/bin:/usr/bin", platform: "linux" };

test("a configured browser comes before all others", () => {
  expect(browserPaths({ ...linux, named: "/opt/chrome" })[0]).toBe("/opt/chrome");
});

test("Chromium comes before Chrome and Edge, and its headless shell before all, in any folder of the path", () => {
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

test("on a Mac, applications come after the path; elsewhere they are ignored", () => {
  const chrome = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  expect(browserPaths({ ...linux, platform: "darwin" }).indexOf(chrome)).toBeGreaterThan(
    browserPaths({ ...linux, platform: "darwin" }).indexOf("/usr/bin/microsoft-edge"),
  );
  expect(browserPaths(linux)).not.toContain(chrome);
});

test("empty entries of the path do not mean the current folder", () => {
  expect(browserPaths({ path: ":/usr/bin:", platform: "linux" })).not.toContain("chromium");
});
