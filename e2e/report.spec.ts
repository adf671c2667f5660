import { readFileSync } from "node:fs";
import { aFigureProject } from "./figures";
import { faults, visit } from "./looks";
import { expect, test } from "./owner";

test("the report is broken down by two dimensions; the address, a saved view and the file keep them", async ({
  page,
}) => {
  const { id } = await aFigureProject(page);
  await page.goto(`/p/${id}/report`);
  const table = page.getByRole("region", { name: "Report" });
  const choose = async (label: string, option: string | RegExp) => {
    await page.getByRole("combobox", { name: label, exact: true }).click();
    await page.getByRole("option", { name: option }).click();
  };
  await choose("Break down by", "Network");
  await expect(table.getByRole("row", { name: /^No network/ })).toBeVisible();
  await expect(table.getByRole("row", { name: /^Paid/ })).toBeVisible();
  const installs = page.getByRole("figure", { name: "Installs by day" });
  await installs.getByRole("button", { name: "Show as table" }).click();
  await expect(installs.getByRole("columnheader", { name: "No network" })).toBeVisible();
  await expect(installs.getByRole("row").last()).toContainText(/so far1$/);
  await choose("Figure in the chart", /^Revenue/);
  await expect(page.getByRole("figure", { name: "Revenue by day" })).toBeVisible();
  await choose("Compare with", "Last year");
  await expect(page.getByText("There are no figures of the earlier days to compare with.")).toBeVisible();
  await choose("Compare with", "No comparison");
  await page.getByRole("button", { name: "Hide chart" }).click();
  await page.reload();
  await expect(table.getByRole("row", { name: /^No network/ })).toBeVisible();
  await expect(page.getByRole("figure")).toHaveCount(0);
  await page.getByRole("button", { name: "Show chart" }).click();
  await expect(page.getByRole("figure", { name: "Revenue by day" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: /Retention/ })).toBeHidden();
  await choose("Then break down by", "Month");
  await expect(page.getByRole("combobox", { name: "Compare with" })).toBeVisible();
  await expect(page).toHaveURL(/by=network.*second=month/);
  await expect(table.getByRole("columnheader").nth(1)).toHaveText("Month");
  // The header, the total, and the only row with activity.
  await expect(table.getByRole("row")).toHaveCount(3);
  await table.getByRole("button", { name: "Installs" }).click();
  await expect(page).toHaveURL(/(?=.*by=network)(?!.*sort=name)/);
  expect(await faults(page, "report")).toEqual([]);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const [head, ...lines] = readFileSync((await file.path())!, "utf8")
    .trimEnd()
    .split("\r\n");
  expect(head).toMatch(/^"Network","Month","Clicks","Installs"/);
  expect(lines).toEqual([expect.stringMatching(/^"No network","\d{4}-\d{2}",1,1,/)]);

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByLabel("Name").fill("By network");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.goto(`/p/${id}/report`);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("link", { name: "By network" }).click();
  await expect(table.getByRole("columnheader").nth(1)).toHaveText("Month");

  await page.emulateMedia({ media: "print" });
  await expect(table.getByRole("row", { name: /^No network/ })).toBeVisible();
  for (const control of ["Columns", "Hide chart", "Search…"])
    await expect(page.getByRole("button", { name: control })).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  await choose("Then break down by", "Nothing else");
  await choose("Break down by", "Tag");
  await expect(page.getByText(/A campaign with several tags/)).toBeVisible();
  await expect(table.getByRole("row", { name: /^Paid/ })).toBeHidden();
  await expect(table.getByRole("row", { name: /^No tag/ })).toBeVisible();
});

test("a note on a day appears on every chart of that day, until it is deleted", async ({ page }) => {
  const { id, campaignId } = await aFigureProject(page);
  await page.goto(`/p/${id}`);
  await page.getByRole("button", { name: "Add note" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add note" }).click();
  await expect(dialog.getByText("Note is required.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Note" }).fill("Featured in the store");
  await dialog.getByRole("button", { name: "Add note" }).click();
  const mark = page.getByRole("button", { name: /^Note on .*: Featured in the store$/ });
  await page.goto(`/p/${id}/report`);
  await mark.focus();
  await expect(page.getByRole("tooltip")).toHaveText("Featured in the store");
  for (const path of [`/campaigns/${campaignId}`, ""]) {
    await visit(page, `/p/${id}${path}`);
    await mark.hover();
    await expect(page.getByRole("tooltip")).toHaveText("Featured in the store");
  }
  const days = page.getByRole("figure", { name: "Installs by day" });
  await days.getByRole("button", { name: "Show as table" }).click();
  await expect(days.getByRole("row").last()).toContainText("Featured in the store");
  await days.getByRole("button", { name: "Show as chart" }).click();

  await mark.click();
  await page.getByRole("button", { name: "Edit the note Featured in the store" }).click();
  await dialog.getByRole("textbox", { name: "Note" }).fill("Featured for a week");
  await dialog.getByRole("button", { name: "Save note" }).click();
  const changed = page.getByRole("button", { name: /: Featured for a week$/ });
  await expect(changed).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // If the focus has returned to the mark, it shows its text; axe wants no text outside of landmarks.
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  expect(await faults(page, "report", "one theme")).toEqual([]);
  await changed.click();
  await page.getByRole("button", { name: "Delete the note Featured for a week" }).click();
  await page.getByRole("button", { name: "Delete note" }).click();
  await expect(changed).toHaveCount(0);
});
