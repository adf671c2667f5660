import { aListedCampaign, aListProject } from "./campaign-list";
import { aFigureProject } from "./figures";
import { faults, sideways } from "./looks";
import { expect, test } from "./owner";

test("files are scheduled, run, found in the log with their names, and removed", async ({ page }) => {
  const project = await aListProject(page.request);
  const { id } = project;
  await aListedCampaign(page.request, project, { name: "Summer" });
  await page.goto(`/p/${id}/developers/files`);
  await expect(page.getByText("No scheduled files yet")).toBeVisible();
  await page.getByRole("button", { name: "Schedule files" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Title").fill("Warehouse");
  await sheet.getByLabel("Bucket").fill("No Bucket");
  await sheet.getByRole("button", { name: "Schedule files" }).click();
  await expect(sheet.getByText("Enter the name of the bucket")).toBeVisible();
  await expect(sheet.getByText("Region is required.")).toBeVisible();
  await sheet.getByLabel("Storage").click();
  await page.getByRole("option", { name: "Folder on the server" }).click();
  await expect(sheet.getByLabel("Bucket")).toBeHidden();
  await sheet.getByLabel("Folder").fill("../other");
  await sheet.getByRole("button", { name: "Schedule files" }).click();
  await expect(sheet.getByText("Use letters, digits, dots")).toBeVisible();
  await sheet.getByLabel("Folder").fill("raw");
  await sheet.getByRole("button", { name: "Schedule files" }).click();
  await expect(sheet).toBeHidden();

  await page.getByRole("link", { name: "Warehouse" }).click();
  await expect(page.getByText("No runs yet")).toBeVisible();
  await page.getByRole("button", { name: "Test storage" }).click();
  await expect(page.getByText("Cairn wrote a file and removed it.")).toBeVisible();
  await page.getByRole("button", { name: "Run now" }).click();
  const run = page.getByRole("row", { name: /Done/ });
  await expect(run).toBeVisible({ timeout: 30_000 });
  await run.getByRole("button", { name: /More about run/ }).click();
  await page.getByRole("menuitem", { name: "Show files" }).click();
  await expect(page.getByRole("dialog")).toContainText("dataset=campaigns");
  await page.keyboard.press("Escape");

  await page.goto(`/p/${id}/developers/files`);
  await page.getByRole("button", { name: "More about Warehouse" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove scheduled files" }).click();
  await expect(page.getByText("No scheduled files yet")).toBeVisible();
});

test("a former vendor's layout is previewed before it is saved, with the columns that stay empty", async ({
  page,
}) => {
  const { id } = await aFigureProject(page);
  await page.goto(`/p/${id}/developers/files`);
  await page.getByRole("button", { name: "Schedule files" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Title").fill("Former pipeline");
  await sheet.getByLabel("Layout").click();
  await page.getByRole("option", { name: "Adjust’s CSV definition" }).click();
  await expect(sheet.getByLabel("Datasets")).toBeHidden();
  const preview = sheet.getByRole("region", { name: "Preview" });
  await preview.getByRole("button", { name: "Preview" }).click();
  await expect(sheet.getByText("Paste your CSV definition from Adjust.")).toBeVisible();
  await sheet.getByLabel("CSV definition").fill("{activity_kind},{event},{reporting_revenue},{city},[item]");
  await preview.getByRole("button", { name: "Preview" }).click();
  await expect(preview.getByRole("row", { name: /^event hike_finished/ })).toBeVisible();
  await expect(preview.getByRole("row", { name: /12\.5/ })).toBeVisible();
  await expect(preview).toContainText("Always empty, without a counterpart in Cairn (1): {city}");
  await expect(preview).toContainText("Empty without personal columns (1): [item]");
  expect(await faults(page, "a preview")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sideways(page, "a preview on a phone")).toEqual([]);
  await sheet.getByLabel("Storage").click();
  await page.getByRole("option", { name: "Folder on the server" }).click();
  await sheet.getByRole("button", { name: "Schedule files" }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("row", { name: /Former pipeline/ })).toContainText("Adjust’s CSV definition");
});
