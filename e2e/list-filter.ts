import type { Page } from "@playwright/test";

/** Filters a list by one of the offered values. */
export async function addFilter(page: Page, filter: string, value: string) {
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("option", { name: filter, exact: true }).click();
  await page.getByRole("option", { name: value, exact: true }).click();
}
