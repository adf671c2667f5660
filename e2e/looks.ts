import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, type Request } from "@playwright/test";

const themes = ["light", "dark"] as const;
/** What a theme can change: the rest of a page is the same in both. */
const ofColours = ["color-contrast", "link-in-text-block"];

/** The findings of axe on the current page, by default in both themes, without loading it twice. */
export async function faults(
  page: Page,
  where: string,
  checkedThemes: readonly (typeof themes)[number][] = themes,
): Promise<string[]> {
  const found = new Set<string>();
  for (const colorScheme of checkedThemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    // There are no frames, whose findings would be put together in another window each time.
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    // A dialog hides the page behind it, with the page's heading.
    if (await page.getByRole("dialog").count()) axe.disableRules("page-has-heading-one");
    const { violations } = await (colorScheme === "light" ? axe : axe.withRules(ofColours)).analyze();
    for (const { id, nodes } of violations) found.add(`${where}, ${colorScheme}: ${id} at ${nodes[0]?.html}`);
  }
  return [...found];
}

/**
 * Opens a page and waits until its heading is there and it has asked for nothing for half a second. Playwright's own
 * "networkidle" does not name what it waits for.
 */
export async function visit(page: Page, path: string) {
  const open = new Map<Request, string>();
  let last = Date.now();
  const begin = (request: Request) => open.set(request, `${request.method()} ${request.url()}`);
  const end = (request: Request) => {
    open.delete(request);
    last = Date.now();
  };
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  try {
    await page.goto(path);
    // By its element: a dialog hides the heading behind it from roles.
    await expect(page.locator("h1").first()).toBeVisible();
    await expect
      .poll(() => (Date.now() - last < 500 ? ["a request ended a moment ago"] : [...open.values()]), {
        intervals: [100],
      })
      .toEqual([]);
  } finally {
    page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
  }
}

/** Colours pass over into those of the other theme, and dialogs fade in; halfway they are nobody's. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const ends = (one: Animation) => Number.isFinite(one.effect?.getComputedTiming().endTime);
    const passing = document.getAnimations().filter(ends);
    await Promise.allSettled(passing.map((one) => one.finished));
  });

/** Says so where a page is wider than its window. */
export async function sideways(page: Page, where: string): Promise<string[]> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return over > 0 ? [`${where} is ${over} px too wide`] : [];
}
