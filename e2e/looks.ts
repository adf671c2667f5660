import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const themes = ["light", "dark"] as const;
/** What a theme can change: the rest of a page is the same in both. */
const ofColours = ["color-contrast", "link-in-text-block"];

/** What axe finds on a page as it stands there, in both themes unless told otherwise, without loading it twice. */
export async function faults(
  page: Page,
  where: string,
  looked: readonly (typeof themes)[number][] = themes,
): Promise<string[]> {
  const found = new Set<string>();
  for (const colorScheme of looked) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const axe = new AxeBuilder({ page });
    const { violations } = await (colorScheme === "light" ? axe : axe.withRules(ofColours)).analyze();
    for (const { id, nodes } of violations) found.add(`${where}, ${colorScheme}: ${id} at ${nodes[0]?.html}`);
  }
  return [...found];
}

/** Says so where a page is wider than its window. */
export async function sideways(page: Page, where: string): Promise<string[]> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return over > 0 ? [`${where} is ${over} px too wide`] : [];
}
