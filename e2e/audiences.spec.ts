import { aFigureProject } from "./figures";
import { faults, sideways } from "./looks";
import { expect, test } from "./owner";

test("an audience is counted before it is saved, listed, compared with its hold-out, and removed", async ({
  page,
}) => {
  const { id } = await aFigureProject(page);
  await page.goto(`/p/${id}/audiences`);
  await expect(page.getByText("No audiences yet")).toBeVisible();
  await page.getByRole("button", { name: "Add audience" }).click();
  const sheet = page.getByRole("dialog", { name: "Add audience" });
  const count = sheet.getByRole("region", { name: "Count" });
  await count.getByRole("button", { name: "Count" }).click();
  await expect(count).toContainText("1 of 1 installs match");
  await expect(count.getByRole("listitem").filter({ hasText: "CSV download" })).toContainText("1");
  await sheet.getByRole("button", { name: "Add audience" }).click();
  await expect(sheet.getByText("Name is required.")).toBeVisible();
  await sheet.getByLabel("Name", { exact: true }).fill("Everyone");
  await sheet.getByLabel("Hold out").fill("60");
  await sheet.getByLabel("Send to").click();
  await page.getByRole("option", { name: "CSV download" }).click();
  await sheet.getByRole("button", { name: "Add audience" }).click();
  await expect(sheet.getByText("Enter at most 50.")).toBeVisible();
  expect(await faults(page, "the form")).toEqual([]);
  await sheet.getByLabel("Hold out").fill("10");
  await sheet.getByRole("button", { name: "Add audience" }).click();
  await expect(sheet).toBeHidden();

  const row = page.getByRole("row", { name: /Everyone/ });
  await expect(row).toContainText("CSV download");
  await expect(row).toContainText("10%", { timeout: 30_000 });
  expect(await faults(page, "the list")).toEqual([]);
  await row.getByRole("link", { name: "Everyone" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Everyone" })).toBeVisible();
  await expect(page.getByText("Held out for comparison (10% of people)")).toBeVisible();
  await expect(page.getByRole("row", { name: /Done/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Hold-out" })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Members/ })).toBeVisible();
  expect(await faults(page, "an audience")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sideways(page, "an audience on a phone")).toEqual([]);
  expect(await faults(page, "an audience on a phone", "one theme")).toEqual([]);

  await page.goto(`/p/${id}/audiences`);
  expect(await sideways(page, "the list on a phone")).toEqual([]);
  await page.getByRole("button", { name: "More about Everyone" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove audience" }).click();
  await expect(page.getByText("No audiences yet")).toBeVisible();
});
