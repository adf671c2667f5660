import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { accountNav, type NavEntry, otherPages, projectNav } from "@/app/(dashboard)/shell/frame/nav";
import { faults, sideways, tabsAboveTitle, visit } from "./looks";
import { onePageTest } from "./one-page";
import { expect, firstProject, titles } from "./owner";

const test = onePageTest.extend<object, { shared: Page }>({
  shared: [
    async ({ shared }, use) => {
      // The layout shifts of each screen, as browsers score them.
      await shared.addInitScript(() => {
        const moved = { score: 0, what: [] as string[] };
        Object.assign(window, { moved });
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries() as (PerformanceEntry & Shift)[]) {
            moved.score += shift.value;
            for (const { node } of shift.sources)
              moved.what.push(`${node?.nodeName}: ${node?.textContent?.slice(0, 40)}`);
          }
        }).observe({ type: "layout-shift", buffered: true });
      });
      await use(shared);
    },
    { scope: "worker" },
  ],
});

/**
 * Every screen to check: each entry of the menus, and each screen outside them. The tests are listed before the first
 * project exists, so its number is filled in later.
 */
const screens: string[] = (() => {
  const id = 0;
  const entries = [...projectNav(id), accountNav, { entries: otherPages }].flatMap((group) => group.entries);
  const pages = (entry: NavEntry): NavEntry[] => [
    ...(entry.self || !entry.children?.length ? [entry] : []),
    ...(entry.children ?? []).flatMap(pages),
  ];
  const others = ["/alerts", "/report/discrepancies", "/no-such-page"].map((path) => `/p/${id}${path}`);
  const all = [...entries.flatMap(pages).map((entry) => entry.href), ...others];
  return [...new Set([...all, "/sign-in", "/p/999999", "/no-such-page"])];
})();
const inFirstProject = (path: string) => path.replace(/^\/p\/0(?=\/|$)/, `/p/${firstProject().id}`);

type Shift = { value: number; sources: { node: Node | null }[] };
/** The layout shifts of a page, and the elements concerned. */
const shifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { moved: { score: number; what: string[] } }).moved);

test.describe.configure({ mode: "parallel" });

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const isKnown = (screen: string) => !/999999|no-such/.test(screen);

for (const screen of screens)
  test(`${screen} on a desktop and a phone has its title above its tabs, neither scrolls sideways nor moves what it has shown, and axe finds nothing in either theme${isKnown(screen) ? "; it has its own title" : ""}`, async ({
    page,
  }) => {
    const path = inFirstProject(screen);
    const wrong: string[] = [];
    // In the size of the screen before first, because each change of it lays that screen out again.
    const isFirst = (size: { width: number }) => size.width === page.viewportSize()?.width;
    for (const size of sizes.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)))) {
      const where = `${path} at ${size.width} px`;
      await page.setViewportSize(size);
      await visit(page, path);
      wrong.push(...(await sideways(page, where)), ...(await tabsAboveTitle(page, where)));
      const moved = await shifts(page);
      if (moved.score >= 0.1) {
        // A load may be slow because of other tests, but a real shift happens again.
        await visit(page, path);
        const again = await shifts(page);
        if (again.score >= 0.1)
          wrong.push(
            `${where} moves: ${moved.score.toFixed(3)}, then ${again.score.toFixed(3)} (${again.what})`,
          );
      }
      // Colours and names do not depend on the width.
      if (size === sizes[0]) wrong.push(...(await faults(page, where)));
    }
    expect(wrong).toEqual([]);
    if (isKnown(screen)) expectOwnTitle(await page.title(), screen);
  });

/** Screens are tested in several processes, so the first screen with a title creates a file for it. */
function expectOwnTitle(title: string, screen: string) {
  expect(title, screen).not.toBe("");
  mkdirSync(titles, { recursive: true });
  const file = join(titles, createHash("sha256").update(title).digest("hex"));
  try {
    writeFileSync(file, screen, { flag: "wx" });
  } catch {
    expect(readFileSync(file, "utf8"), `The title "${title}" is of one screen`).toBe(screen);
  }
}
