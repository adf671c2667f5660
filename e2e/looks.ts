import { expect, type Page, type Request } from "@playwright/test";
import axe from "axe-core";

type Theme = "light" | "dark";
/** Rules that depend on the theme; all others have the same result in both. */
const ofColours = ["color-contrast", "link-in-text-block"];

/** The theme that each page was shown in last; pages begin in the light one. */
const shownThemes = new WeakMap<Page, Theme>();

/**
 * Axe's findings on the current page, by default in both themes, without loading it twice. The theme that it has is
 * checked first, with all rules, because a change of the theme takes as long as a check.
 */
export async function faults(
  page: Page,
  where: string,
  checked: "both themes" | "one theme" = "both themes",
): Promise<string[]> {
  const found = new Set<string>();
  await prepare(page);
  const first = shownThemes.get(page) ?? "light";
  const other: Theme = first === "light" ? "dark" : "light";
  for (const colorScheme of checked === "both themes" ? [first, other] : [first]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    shownThemes.set(page, colorScheme);
    // After the first check, only the theme changes.
    await settled(page, colorScheme === first ? 10 : 2);
    const hidden: string[] = [];
    // A dialog hides the page behind it, with the page's heading.
    if (await page.getByRole("dialog").count()) hidden.push("page-has-heading-one");
    // An open menu hides the page, with its heading and its landmarks.
    if (await page.getByRole("menu").count()) hidden.push("page-has-heading-one", "region");
    const options: axe.RunOptions = {
      resultTypes: ["violations"],
      rules: Object.fromEntries(hidden.map((rule) => [rule, { enabled: false }])),
      ...(colorScheme === first ? {} : { runOnly: { type: "rule", values: ofColours } }),
    };
    // Only the findings, because the details of passed rules take longer to send than the check takes.
    const findings = await page.evaluate(async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
      return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html}`);
    }, options);
    for (const finding of findings) found.add(`${where}, ${colorScheme}: ${finding}`);
  }
  return [...found];
}

/**
 * Loads axe into each document once, because its script takes as long as a check. Ends transitions, because a change of
 * the theme would start thousands of them.
 */
async function prepare(page: Page) {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets.push(sheet);
  });
}

/**
 * Opens a page and waits for its heading and half a second without requests. Playwright's own "networkidle" does not
 * name the pending requests.
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
    // By element, because a dialog hides the heading's role.
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

/** Waits for transitions of colours and dialogs, because their colours in between are not real. */
const settled = (page: Page, quietFrames: number) =>
  page.evaluate(async (quietFrames) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const ends = (one: Animation) => Number.isFinite(one.effect?.getComputedTiming().endTime);
    // A click before may still start a request, so nothing may happen in several frames.
    for (let quiet = 0; quiet < quietFrames; quiet++) {
      await frame();
      const passing = document.getAnimations().filter(ends);
      await Promise.allSettled(passing.map((one) => one.finished));
      // Rows are pale while newer ones load.
      if (document.querySelector("tbody[aria-busy=true]")) quiet = -1;
    }
  }, quietFrames);

/** Reports tabs above the page's title. The settings' menu is next to the page. */
export async function tabsAboveTitle(page: Page, where: string): Promise<string[]> {
  const above = await page.evaluate(() => {
    const title = document.querySelector("main h1")?.getBoundingClientRect();
    if (!title) return [];
    return [...document.querySelectorAll("main nav")].flatMap((tabs) => {
      const place = tabs.getBoundingClientRect();
      const isAbove = place.height > 0 && place.bottom <= title.top && place.right > title.left;
      return isAbove ? [tabs.getAttribute("aria-label")] : [];
    });
  });
  return above.map((name) => `${where} has the tabs “${name}” above its title`);
}

/** Reports a page that is wider than its window. */
export async function sideways(page: Page, where: string): Promise<string[]> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return over > 0 ? [`${where} is ${over} px too wide`] : [];
}
