import { readFileSync } from "node:fs";
import { aListedCampaign, aListProject, campaignRowOf } from "./campaign-list";
import { faults } from "./looks";
import { expect, test } from "./owner";

test("rows of a spreadsheet become campaigns, and the button has the number of ready rows", async ({
  page,
}) => {
  const project = await aListProject(page.request);
  await page.goto(project.screen);
  await page.getByRole("link", { name: "Create many" }).click();
  const rows = page.getByRole("textbox", { name: "Rows" });
  const typed = (website: string) =>
    `Name\tWebsite\tColour\nAlps\thttps://example.com/alps\tred\nBeach\t${website}\nCity\thttps://example.com`;
  await rows.fill(typed("somewhere"));
  await expect(page.getByText("2 of 3 ready")).toBeVisible();
  await expect(page.getByText("Ignored column: Colour")).toBeVisible();
  await expect(page.getByRole("row", { name: /^3 Beach/ })).toContainText("Enter a full URL");
  await expect(page.getByRole("button", { name: "Create 2 campaigns" })).toBeEnabled();
  expect(await faults(page, "campaigns from rows")).toEqual([]);

  await rows.fill(typed("https://example.com/beach"));
  await expect(page.getByText("3 of 3 ready")).toBeVisible();
  await page.getByRole("button", { name: "Create 3 campaigns" }).click();
  await expect(page.getByText("3 campaigns created")).toBeVisible();
  const made = page.getByRole("list", { name: "New campaigns" });
  await expect(made.getByRole("link")).toHaveText(["Alps", "Beach", "City"]);
  const links = await made.locator("code").allTextContents();
  expect(new Set(links).size).toBe(3);
  expect(await faults(page, "campaigns from rows")).toEqual([]);
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = readFileSync(await (await coming).path(), "utf8");
  for (const link of links) expect(file).toContain(link);
  await page.getByRole("link", { name: "Back to campaigns" }).click();
  await expect(campaignRowOf(page, "Beach")).toBeVisible();
});

test("tags are added to several campaigns at once, appear in the list, filter it and are removed", async ({
  page,
}) => {
  const project = await aListProject(page.request);
  for (const name of ["One", "Two", "Three"]) await aListedCampaign(page.request, project, { name });
  await page.goto(project.screen);
  const select = async (...names: string[]) => {
    for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  };
  await select("One", "Two");
  await page.getByRole("button", { name: "Add tag…" }).click();
  await page.getByRole("combobox", { name: "Tag" }).fill("summer");
  await page.getByRole("option", { name: "Add “summer”" }).click();
  await expect(page.getByText("2 campaigns tagged")).toBeVisible();
  await campaignRowOf(page, "One").getByRole("button", { name: "Only campaigns tagged summer" }).click();
  await expect(page).toHaveURL(/tag=summer/);
  await expect(campaignRowOf(page, "Three")).toHaveCount(0);
  await expect(campaignRowOf(page, "Two")).toBeVisible();

  await select("Two");
  await page.getByRole("button", { name: "Remove tag…" }).click();
  await page.getByRole("option", { name: /^summer/ }).click();
  await expect(campaignRowOf(page, "Two")).toHaveCount(0);
  await expect(campaignRowOf(page, "One")).toBeVisible();
});

test("a campaign has tags, a start and an end in the project's time zone, and a limit of clicks", async ({
  page,
}) => {
  const project = await aListProject(page.request);
  await page.goto(`${project.screen}/new`);
  const sheet = page.getByRole("dialog", { name: "New campaign" });
  await sheet.getByLabel("Name").fill("Spring");
  await sheet.getByRole("button", { name: /^Tags and schedule/ }).click();
  const tags = sheet.getByRole("combobox", { name: /^Tags/ });
  await tags.pressSequentially("launch,");
  await tags.fill("beta");
  await tags.press("Enter");
  await tags.fill("wrong");
  await tags.press("Enter");
  await tags.press("Backspace");
  await expect(sheet.getByRole("list", { name: "Chosen tags" }).getByRole("listitem")).toHaveText([
    "launch",
    "beta",
  ]);
  await sheet.getByLabel(/^Starts/).fill("2090-03-02T09:00");
  await sheet.getByLabel(/^Ends/).fill("2090-03-01T09:00");
  await sheet.getByLabel(/^Click limit/).fill("500");
  await sheet.getByRole("button", { name: "Tags and schedule" }).click();
  await sheet.getByRole("button", { name: "Create campaign" }).click();
  await expect(sheet.getByText("The end must be after the start.")).toBeVisible();
  await expect(sheet.getByLabel(/^Ends/)).toBeFocused();
  await sheet.getByLabel(/^Ends/).fill("2090-03-31T09:00");
  await sheet.getByRole("button", { name: "Create campaign" }).click();
  await page.getByRole("dialog", { name: "Campaign created" }).getByRole("button", { name: "Done" }).click();
  await expect(campaignRowOf(page, "Spring")).toContainText("Scheduled");

  await campaignRowOf(page, "Spring")
    .getByRole("button", { name: /^More about/ })
    .click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit campaign" });
  await expect(edit.getByLabel(/^Starts/)).toHaveValue("2090-03-02T09:00");
  await edit.getByLabel(/^Starts/).fill("");
  await edit.getByLabel(/^Click limit/).fill("");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(campaignRowOf(page, "Spring")).toContainText("Active");
  const { data } = await (await page.request.get(`${project.own}/campaigns`)).json();
  expect(data.campaigns[0]).toMatchObject({
    tags: ["launch", "beta"],
    starts_at: null,
    ends_at: expect.stringMatching(/^2090-03-31T0[78]:00/),
    click_limit: null,
  });
});
