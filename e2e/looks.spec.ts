import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { accountNav, otherPages, projectNav } from "@/app/(dashboard)/nav";
import { expect, firstProject, test } from "./owner";

/** Every screen, for everybody's eyes: each entry of the menus, and what stands in none. */
function screens(): string[] {
  const { id } = firstProject();
  const entries = [...projectNav(id), accountNav, { entries: otherPages }].flatMap((group) => group.entries);
  const withChildren = entries.flatMap((entry) => (entry.children?.length ? entry.children : [entry]));
  return [
    ...withChildren.map((entry) => entry.href),
    "/sign-in",
    "/p/999999",
    `/p/${id}/no-such-page`,
    "/no-such-page",
  ];
}

for (const scheme of ["light", "dark"] as const) {
  test(`no screen has a serious axe violation in the ${scheme} theme, and each has a title of its own`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const found: string[] = [];
    const titles = new Map<string, string>();
    for (const path of screens()) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, impact, nodes } of violations) {
        if (impact === "serious" || impact === "critical")
          found.push(`${path}: ${id} at ${nodes[0]?.target.join(" ")}`);
      }
      const title = await page.title();
      expect(title, path).not.toBe("");
      if (!/999999|no-such/.test(path)) {
        expect(titles.get(title), `${path} has the title of`).toBeUndefined();
        titles.set(title, path);
      }
    }
    expect(found).toEqual([]);
  });
}

/** How far the screen moved what it had shown already, as browsers score it. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list.getEntries().reduce((sum, shift) => sum + (shift as unknown as { value: number }).value, 0),
          ),
        ).observe({ type: "layout-shift", buffered: true });
        // Without any shift the observer is never called.
        setTimeout(() => resolve(0), 200);
      }),
  );

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`at ${width} px no screen scrolls sideways or moves what it has shown already`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height });
    const wrong: string[] = [];
    for (const path of screens()) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 0) wrong.push(`${path} is ${over} px too wide`);
      const shift = await layoutShift(page);
      if (shift >= 0.1) wrong.push(`${path} moves: ${shift.toFixed(3)}`);
    }
    expect(wrong).toEqual([]);
  });
}
