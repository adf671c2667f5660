import type { BrowserContext, Page } from "@playwright/test";
import { accountNav, otherPages, projectNav } from "@/app/(dashboard)/shell/frame/nav";
import { faults, sideways, visit } from "./looks";
import { test as base, expect, firstProject, signedIn } from "./owner";

/** One browser context for all screens of a worker, so that scripts and styles are loaded once. */
const test = base.extend<{ context: BrowserContext }, { shared: BrowserContext }>({
  shared: [
    async ({ browser }, use) => {
      const shared = await browser.newContext({
        storageState: signedIn,
        locale: "en-GB",
        timezoneId: "Asia/Kathmandu",
        ...(process.env.E2E_BASE_URL ? { baseURL: process.env.E2E_BASE_URL } : {}),
      });
      await use(shared);
      await shared.close();
    },
    { scope: "worker" },
  ],
  context: ({ shared }, use) => use(shared),
});

/**
 * Every screen to check: each entry of the menus, and each screen outside them. The tests are listed before the first
 * project exists, so its number is filled in later.
 */
const screens: string[] = (() => {
  const id = 0;
  const entries = [...projectNav(id), accountNav, { entries: otherPages }].flatMap((group) => group.entries);
  const withChildren = entries.flatMap((entry) => (entry.children?.length ? entry.children : [entry]));
  const others = ["/alerts", "/discrepancies", "/no-such-page"].map((path) => `/p/${id}${path}`);
  const all = [...withChildren.map((entry) => entry.href), ...others];
  return [...new Set([...all, "/sign-in", "/p/999999", "/no-such-page"])];
})();
const inFirstProject = (path: string) => path.replace(/^\/p\/0(?=\/|$)/, `/p/${firstProject().id}`);

type Shift = { value: number; sources: { node: Node | null }[] };
/** The layout shifts of a page, and the elements concerned. */
const shifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { moved: { score: number; what: string[] } }).moved);

test.describe.configure({ mode: "parallel" });

for (const [width, height, themes] of [
  [1440, 900, ["light", "dark"]],
  [390, 844, []],
] as const)
  for (const screen of screens)
    test(`${screen} at ${width} px does not scroll sideways or move what it has shown${themes.length > 0 ? ", and axe finds nothing in either theme" : ""}`, async ({
      page,
    }) => {
      const path = inFirstProject(screen);
      await page.setViewportSize({ width, height });
      // The layout shifts of the screen, as browsers score them.
      await page.addInitScript(() => {
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
      await visit(page, path);
      const wrong = await sideways(page, path);
      const moved = await shifts(page);
      if (moved.score >= 0.1) {
        // A load may be slow because of other tests, but a real shift happens again.
        await visit(page, path);
        const again = await shifts(page);
        if (again.score >= 0.1)
          wrong.push(
            `${path} moves: ${moved.score.toFixed(3)}, then ${again.score.toFixed(3)} (${again.what})`,
          );
      }
      wrong.push(...(await faults(page, path, themes)));
      expect(wrong).toEqual([]);
    });

test("every screen has its own title", async ({ page }) => {
  test.setTimeout(screens.length * 60_000);
  const titles = new Map<string, string>();
  for (const screen of screens.filter((path) => !/999999|no-such/.test(path))) {
    await page.goto(inFirstProject(screen));
    const title = await page.title();
    expect(title, screen).not.toBe("");
    expect(titles.get(title), `${screen} has the title of`).toBeUndefined();
    titles.set(title, screen);
  }
});
