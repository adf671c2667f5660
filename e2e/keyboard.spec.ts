import type { Page } from "@playwright/test";
import { expect, firstProject, test } from "./owner";

/** A dialog receives keys once it has the focus, which is after it is drawn. */
async function isShown(page: Page) {
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await expect(question.locator(":focus")).toHaveCount(1);
}

test("the keyboard's focus returns to the opener when a dialog closes", async ({ page }) => {
  const { id } = firstProject();
  const made = await page.request.post(`/api/dashboard/projects/${id}/campaigns`, {
    data: { name: "By keyboard", is_shortlink: true },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await page.goto(`/p/${id}/campaigns?search=By+keyboard`);
  const create = page.getByRole("button", { name: "New campaign" }).first();
  await create.focus();
  await page.keyboard.press("Enter");
  const name = page.getByRole("dialog").getByLabel("Name");
  await expect(name).toBeFocused();
  await page.keyboard.type("Abc");
  await page.keyboard.press("Escape");
  await isShown(page);
  await page.keyboard.press("Escape");
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(create).toBeFocused();

  const more = page.getByRole("button", { name: "More about By keyboard" }).first();
  await more.press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await isShown(page);
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
});
