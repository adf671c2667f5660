import { expect, type Page, test } from "@playwright/test";

const search = async (page: Page, query: string) => {
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "Search the reference" })).toBeFocused();
  await page.keyboard.type(query);
};

test("the reference is searched from the keyboard", async ({ page }) => {
  await page.goto("/docs");
  await search(page, "gclid");
  await expect(page.getByRole("option").first()).toContainText("gclid");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/links#parameter-gclid");
  await search(page, "nothing like this");
  await expect(page.getByText("No results")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox", { name: "Results" })).toBeHidden();
});

test("a chosen language is shown on every page", async ({ page }) => {
  await page.goto("/docs/apps/users");
  await page.getByRole("button", { name: "Swift" }).first().click();
  await page.goto("/docs/apps/events-and-payments");
  await expect(page.getByText("URLSession.shared").first()).toBeVisible();
  // Server calls have no Swift sample, so the first language is shown.
  await page.goto("/docs/servers/spend");
  await expect(page.getByText(/^curl -X POST/).first()).toBeVisible();
});

test("an address of the former single page leads to the right page", async ({ page }) => {
  await page.goto("/docs#post/api/v1/spend");
  await page.waitForURL("**/docs/servers/spend#post/api/v1/spend");
  await expect(page.getByRole("heading", { name: "Import spend" })).toBeInViewport();
});

test("a signed-in member sees the own app token in examples, others a placeholder", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto("/docs/apps/users");
  const shown = page.locator("pre code").first();
  await expect(shown).not.toContainText("ct_yourProjectsToken");
  await expect(shown).toContainText(/"token": "ct_\w+"/);
  const stranger = await browser.newPage({
    ...(baseURL ? { baseURL } : {}),
    storageState: { cookies: [], origins: [] },
  });
  await stranger.goto("/docs/apps/users");
  await expect(stranger.locator("pre code").first()).toContainText("ct_yourProjectsToken");
  await stranger.close();
});

test("on a phone, pages are no wider than the screen, and the contents open", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/docs", "/docs/errors", "/docs/servers/reporting", "/docs/webhooks/installs"]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
  await page.getByText("Contents").click();
  await page.getByRole("link", { name: "Rate limits" }).click();
  await page.waitForURL("**/docs/rate-limits");
});
