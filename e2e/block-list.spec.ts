import type { Page } from "@playwright/test";
import { aFigureProject } from "./figures";
import { faults, sideways } from "./looks";
import { expect, test } from "./owner";

const onPhone = async (page: Page, where: string) => {
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sideways(page, where)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
};

test("an entry is added with its error next to the field, ended and deleted; a sheet shows its problems first", async ({
  page,
}) => {
  const { id } = await aFigureProject(page);
  await page.goto(`/p/${id}/attribution?section=blocks`);
  await expect(page.getByText("Nothing is blocked")).toBeVisible();
  expect(await faults(page, "an empty block list")).toEqual([]);
  await page.getByRole("button", { name: "Add entry" }).click();
  const form = page.getByRole("dialog", { name: "Add to block list" });
  await form.getByLabel("Kind").click();
  await page.getByRole("option", { name: "IP range" }).click();
  await form.getByRole("textbox", { name: "IP range" }).fill("203.0.113.0/33");
  await form.getByRole("textbox", { name: "Reason" }).fill("Data center");
  await form.getByRole("button", { name: "Add entry" }).click();
  await expect(form.getByText("Enter an IP address or a range such as")).toBeVisible();
  expect(await faults(page, "the form of an entry")).toEqual([]);
  await form.getByRole("textbox", { name: "IP range" }).fill("203.0.113.0/24");
  await form.getByRole("button", { name: "Add entry" }).click();
  const row = page.getByRole("row", { name: /203\.0\.113\.0\/24/ });
  await expect(row).toContainText("In force");
  await onPhone(page, "the block list on a phone");

  await page.getByRole("button", { name: "Import" }).click();
  const sheet = page.getByRole("dialog", { name: "Import entries" });
  const header = "kind,value,network,reason";
  await sheet
    .getByRole("textbox", { name: "Rows" })
    .fill(`${header}\npublisher,4711,AppLovin,Fast\ncountry,Nowhere,,Odd`);
  await expect(sheet.getByText("1 of 2 ready")).toBeVisible();
  await expect(sheet.getByText("Enter the two letters of a country, such as DE.")).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
  expect(await faults(page, "the preview of a sheet")).toEqual([]);
  await sheet.getByRole("textbox", { name: "Rows" }).fill(`${header}\npublisher,4711,AppLovin,Fast`);
  await sheet.getByRole("button", { name: "Add 1" }).click();
  await expect(page.getByRole("row", { name: /4711/ })).toContainText("Publisher of AppLovin");

  const choose = async (action: string) => {
    await row.getByRole("button", { name: "More about 203.0.113.0/24" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("End");
  await page.getByRole("alertdialog").getByRole("button", { name: "End entry" }).click();
  await expect(row).toContainText("Ended");
  await choose("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete entry" }).click();
  await expect(row).toBeHidden();
  expect(await faults(page, "a block list")).toEqual([]);
});

test("publishers show the time from click to install, and the evidence has a file", async ({ page }) => {
  const { id } = await aFigureProject(page);
  await page.goto(`/p/${id}/attribution?section=sources`);
  const table = page.getByRole("region", { name: "Publishers" });
  await expect(table.getByRole("row", { name: /All sources/ })).toBeVisible();
  await expect(table.getByRole("row", { name: /No publisher/ })).toContainText("Few installs");
  await expect(page.getByText("1 install in 30 days: 0 not attributed")).toBeVisible();
  expect(await faults(page, "publishers")).toEqual([]);
  await onPhone(page, "publishers on a phone");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toContain("fraud-evidence");
});

test("an admin sees and rotates the key of a network's server, and sets its limit", async ({ page }) => {
  const { id } = await aFigureProject(page);
  await page.goto(`/p/${id}/settings/ad-networks`);
  await page.getByRole("combobox", { name: "Network" }).click();
  await page.getByRole("option", { name: "AppLovin" }).click();
  await expect(page.getByText("Never rotated.")).toBeVisible();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  expect(await faults(page, "the key of a network's server")).toEqual([]);
  await page.getByRole("button", { name: "Rotate" }).click();
  const dialog = page.getByRole("dialog", { name: "Rotate the key?" });
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  await expect(page.getByText("The previous key is valid until")).toBeVisible();
  await page.getByRole("spinbutton", { name: "Limit" }).fill("6000");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Calls per second must be at most 5,000.")).toBeVisible();
  await page.getByRole("spinbutton", { name: "Limit" }).fill("100");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The limit was saved")).toBeVisible();
  await onPhone(page, "ad networks on a phone");
});
