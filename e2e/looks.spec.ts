import type { Page } from "@playwright/test";
import { accountNav, otherPages, projectNav } from "@/app/(dashboard)/nav";
import { faults, sideways } from "./looks";
import { expect, firstProject, test } from "./owner";

/** Every screen, for everybody's eyes: each entry of the menus, and what stands in none. */
function screens(): string[] {
  const { id } = firstProject();
  const entries = [...projectNav(id), accountNav, { entries: otherPages }].flatMap((group) => group.entries);
  const withChildren = entries.flatMap((entry) => (entry.children?.length ? entry.children : [entry]));
  return [
    ...withChildren.map((entry) => entry.href),
    `/p/${id}/alerts`,
    `/p/${id}/discrepancies`,
    "/sign-in",
    "/p/999999",
    `/p/${id}/no-such-page`,
    "/no-such-page",
  ];
}

type Shift = { value: number; sources: { node: Node | null }[] };
/** How far a page has moved what it had shown, and what. */
const shifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { moved: { score: number; what: string[] } }).moved);

// A walk through all screens takes a minute: both browsers walk at once.
test.describe.configure({ mode: "parallel" });

for (const [width, height, themes] of [
  [1440, 900, ["light", "dark"]],
  [390, 844, []],
] as const) {
  test(`at ${width} px no screen scrolls sideways or moves what it has shown${themes.length > 0 ? ", nor has an axe violation in either theme" : ""}`, async ({
    page,
  }) => {
    test.setTimeout(400_000);
    await page.setViewportSize({ width, height });
    // How far the screen moved what it had shown already, as browsers score it.
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
    const wrong: string[] = [];
    const titles = new Map<string, string>();
    for (const path of screens()) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      wrong.push(...(await sideways(page, path)));
      const moved = await shifts(page);
      if (moved.score >= 0.1) {
        // One load may be slow for what others do at the same time; what a page does by itself it does again.
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        const again = await shifts(page);
        if (again.score >= 0.1)
          wrong.push(
            `${path} moves: ${moved.score.toFixed(3)}, then ${again.score.toFixed(3)} (${again.what})`,
          );
      }
      wrong.push(...(await faults(page, path, themes)));
      const title = await page.title();
      expect(title, path).not.toBe("");
      if (!/999999|no-such/.test(path)) {
        expect(titles.get(title), `${path} has the title of`).toBeUndefined();
        titles.set(title, path);
      }
    }
    expect(wrong).toEqual([]);
  });
}
