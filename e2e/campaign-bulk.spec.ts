import { aListedCampaign, aListProject, campaignRowOf } from "./campaign-list";
import { expect, test } from "./owner";

test("several campaigns are paused, archived and deleted at once; undo restores what each was", async ({
  page,
}) => {
  const project = await aListProject(page.request);
  for (const name of ["One", "Two", "Three"]) await aListedCampaign(page.request, project, { name });
  await aListedCampaign(page.request, project, { name: "Idle", active: false });
  await page.goto(project.screen);
  const select = async (...names: string[]) => {
    for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  };
  await select("One", "Two");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByText("2 campaigns paused")).toBeVisible();
  await expect(campaignRowOf(page, "One")).toContainText("Paused");
  await expect(campaignRowOf(page, "Three")).toContainText("Active");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 campaigns activated")).toBeVisible();
  await expect(campaignRowOf(page, "One")).toContainText("Active");
  await expect(campaignRowOf(page, "Two")).toContainText("Active");

  await select("One", "Three");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete 2 campaigns" }).click();
  await expect(campaignRowOf(page, "One")).toHaveCount(0);
  await expect(campaignRowOf(page, "Three")).toHaveCount(0);
  await expect(campaignRowOf(page, "Two")).toBeVisible();

  const archiveBoth = async () => {
    await select("Two", "Idle");
    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Archive 2 campaigns" }).click();
    await expect(page.getByText("All campaigns are archived")).toBeVisible();
  };
  await archiveBoth();
  const done = page.getByRole("listitem").filter({ hasText: "2 campaigns archived" });
  await done.getByRole("button", { name: "Undo" }).click();
  await expect(campaignRowOf(page, "Two")).toContainText("Active");
  await expect(campaignRowOf(page, "Idle")).toContainText("Paused");
  await archiveBoth();
  await page.getByRole("button", { name: "Show archived campaigns" }).click();
  await expect(campaignRowOf(page, "Two")).toContainText("Archived");
  await expect(campaignRowOf(page, "Idle")).toContainText("Archived");
});
