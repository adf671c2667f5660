import type { Page } from "@playwright/test";
import { addFilter } from "./list-filter";
import { expect, firstProject, test } from "./owner";

/** A list that is longer than the screen: the project's audit log. */
async function aLongList(page: Page) {
  const { id } = firstProject();
  for (let index = 0; index < 15; index++)
    await page.request.post(`/api/dashboard/projects/${id}/campaigns`, {
      data: { name: `Listed ${index}`, is_shortlink: true },
    });
  await page.goto(`/p/${id}/settings/audit`);
  await expect(page.getByRole("row", { name: /Campaign created/ }).first()).toBeVisible();
}

test("a list is filtered by chips that are in the address, and shows how many of all rows match", async ({
  page,
}) => {
  await aLongList(page);
  await expect(page.getByText(/^\d+ changes$/)).toBeVisible();
  await addFilter(page, "Area", "Campaign");
  await expect(page).toHaveURL(/area=campaign/);
  await expect(page.getByText(/^\d+ of \d+ changes$/)).toBeVisible();

  const chip = page.getByRole("button", { name: "Area: Campaign" });
  await chip.click();
  await page.getByRole("option", { name: "Signing key", exact: true }).click();
  await expect(page).toHaveURL(/area=signing-key/);
  await page.getByRole("searchbox").fill("nobody@nowhere.example");
  await expect(page.getByText("No changes match these filters.")).toBeVisible();
  await expect(page.getByText(/^0 of \d+ changes$/)).toBeVisible();

  await page.getByRole("button", { name: "Remove the filter Area" }).click();
  await expect(page).not.toHaveURL(/area=/);
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page.getByText(/^\d+ changes$/)).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
});

for (const width of [1440, 390])
  test(`the header and the filters stay visible while the page scrolls, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 500 });
    await aLongList(page);
    await page.mouse.move(width / 2, 400);
    await page.mouse.wheel(0, 500);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(250);
    await expect(page.getByRole("searchbox")).toBeInViewport();
    const header = page.getByRole("columnheader", { name: "Change" });
    await expect(header).toBeInViewport();
    const [box, row] = [await header.boundingBox(), await page.getByRole("searchbox").boundingBox()];
    expect(box!.y).toBeGreaterThan(row!.y);
    expect(box!.y).toBeLessThan(200);
  });

test("on a phone one button opens all filters and shows how many are set", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await aLongList(page);
  await expect(page.getByRole("button", { name: "Add filter" })).toBeHidden();
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("combobox", { name: "Area" }).click();
  await page.getByRole("option", { name: "Campaign", exact: true }).click();
  await sheet.getByRole("button", { name: /^Show \d+ of \d+ changes$/ }).click();
  await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible();
  await expect(page).toHaveURL(/area=campaign/);
  await page.getByRole("button", { name: "Filters (1)" }).click();
  await sheet.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).not.toHaveURL(/area=/);
});

test("a row can be opened by keyboard", async ({ page }) => {
  await aLongList(page);
  await page
    .getByRole("row", { name: /Campaign created/ })
    .first()
    .getByRole("button")
    .press("Enter");
  await expect(page.getByRole("dialog", { name: "Campaign created" })).toContainText("campaign.create");
});
