import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isReferencePath } from "@/lib/reference/site";
import { menuPathTo, menusOfPath, pageTitle, sameScreen, tabsOfScreen } from "./menu-path";
import { accountNav, type NavEntry, navForRole, otherPages, projectNav } from "./nav";

const folder = join(import.meta.dirname, "../..");
const all = (entries: readonly NavEntry[]): NavEntry[] =>
  entries.flatMap((entry) => [entry, ...all(entry.children ?? [])]);
const entries = [...projectNav(7), accountNav, { entries: otherPages }].flatMap((group) => group.entries);

test("every menu entry links to a page that exists", () => {
  const missing = all(entries)
    .map((entry) => entry.href.replace("/p/7", "/p/[project]"))
    .filter((path) => !isReferencePath(path))
    .flatMap((path) => {
      const groups = [
        path.replace("[project]", "[project]/(outbound)"),
        path.replace("/developers", "/developers/(cards)"),
      ];
      const folders = [path, ...groups, join("..", path)];
      return folders.some((each) => existsSync(join(folder, each, "page.tsx"))) ? [] : [path];
    });
  expect(missing).toEqual([]);
});

test("the sidebar has eleven entries", () => {
  expect(projectNav(7)[0]!.entries.map(({ label }) => label)).toEqual([
    "Overview",
    "Report",
    "Campaigns",
    "Spend",
    "Activity",
    "Web to app",
    "iOS",
    "Attribution",
    "Destinations",
    "Developers",
    "Settings",
  ]);
});

test("a screen has the tabs of its section and of its part; pages about one item and forms have none", () => {
  const tabs = (path: string) =>
    tabsOfScreen(projectNav(7), path).map((row) => [row.label, ...row.tabs.map(({ label }) => label)]);
  expect(tabs("/p/7/report/cohorts")).toEqual([
    ["Report", "Report", "Cohorts", "Discrepancies", "Incrementality", "Mix models", "Query"],
  ]);
  expect(tabs("/p/7/developers/test/links")).toEqual([
    ["Developers", "Integrate", "Keys", "Files", "Test"],
    ["Test", "Live", "Devices", "Link check"],
  ]);
  expect(tabs("/p/7/settings/links")).toEqual([
    ["Links", "Domains", "App links", "Link pages", "Store listings"],
  ]);
  for (const path of ["/p/7", "/p/7/campaigns/12", "/p/7/campaigns/new", "/p/7/installs/0190", "/p/7/alerts"])
    expect(tabs(path)).toEqual([]);
});

test("no screen appears in two menus", () => {
  const pages = all(entries).filter((entry) => entry.self || !entry.children?.length);
  const addresses = pages.map((entry) => entry.href);
  expect(addresses).toEqual([...new Set(addresses)]);
});

test("breadcrumbs follow the menus down to the deepest entry", () => {
  const labels = (path: string) => menuPathTo(menusOfPath(path), path).map((entry) => entry.label);
  expect(labels("/p/7")).toEqual(["Overview"]);
  expect(labels("/p/7/settings/links")).toEqual(["Settings", "Links", "Domains"]);
  expect(labels("/p/7/settings/links/app-links")).toEqual(["Settings", "Links", "App links"]);
  expect(labels("/p/7/developers/test")).toEqual(["Developers", "Test", "Live"]);
  expect(labels("/p/7/report")).toEqual(["Report"]);
  expect(labels("/p/7/alerts/new")).toEqual(["Alerts", "New alert rule"]);
  expect(labels("/p/7/installs/0190")).toEqual(["Activity", "Installs"]);
  expect(labels("/p/7/attribution/what-if/3")).toEqual(["Attribution", "What-if tests"]);
  expect(labels("/p/7/destinations/3/mapping")).toEqual(["Destinations"]);
  expect(labels("/p/7/deliveries/0190")).toEqual(["Destinations", "Deliveries"]);
  expect(labels("/p/7/elsewhere")).toEqual([]);
  expect(labels("/account/members")).toEqual(["Members"]);
  expect(labels("/elsewhere")).toEqual([]);
});

test("a browser tab is named after the shown item, otherwise after its screen and project", () => {
  expect(pageTitle("/p/7/campaigns/12", "Summer sale", "Acme")).toBe("Summer sale · Campaigns · Cairn");
  expect(pageTitle("/p/7/campaigns/12", null, "Acme")).toBe("Campaign · Acme · Cairn");
  expect(pageTitle("/p/7/developers/test", null, "Acme")).toBe("Live events · Acme · Cairn");
  expect(pageTitle("/p/7", null, "Acme")).toBe("Acme · Cairn");
  expect(pageTitle("/p/7", null, undefined)).toBe("Overview · Cairn");
  expect(pageTitle("/p/7/elsewhere", "Page not found", "Acme")).toBe("Page not found · Cairn");
  expect(pageTitle("/account/members", null, "Acme")).toBe("Members · Cairn");
});

test("another project opens on the same screen, without the parts that only the first project has", () => {
  expect(sameScreen("/p/7/report", 9)).toBe("/p/9/report");
  expect(sameScreen("/p/7/campaigns/12", 9)).toBe("/p/9/campaigns");
  expect(sameScreen("/p/7/spend/upload/33", 9)).toBe("/p/9/spend/upload");
  expect(sameScreen("/p/7/installs/0190", 9)).toBe("/p/9/installs");
  expect(sameScreen("/p/7/settings/links", 9)).toBe("/p/9/settings/links");
  expect(sameScreen("/p/7", 9)).toBe("/p/9");
  expect(
    sameScreen("/p/7/report", 9, "?range=custom&from=2026-01-01&to=2026-01-31&network=META&open=12"),
  ).toBe("/p/9/report?range=custom&from=2026-01-01&to=2026-01-31");
  expect(sameScreen("/account/members", 9)).toBe("/p/9");
});

test("a viewer sees no screen that would reject them, and an owner sees all", () => {
  const labels = (role: "viewer" | "owner") =>
    navForRole(projectNav(7), role).flatMap(({ entries: own }) => all(own).map(({ label }) => label));
  const hidden = labels("owner").filter((label) => !labels("viewer").includes(label));
  expect(hidden).toEqual([
    "Query",
    "New campaign",
    "Create many campaigns",
    "Destinations",
    "Add destination",
    "Deliveries",
    "Audiences",
    "Files",
    "Devices",
    "Share links",
    "Audit log",
    "New alert rule",
  ]);
});
