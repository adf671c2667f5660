import type { Page } from "@playwright/test";
import { aListedCampaign, aListProject, campaignRowOf } from "./campaign-list";
import { expect, test } from "./owner";

const question = (page: Page) => page.getByRole("alertdialog", { name: "Leave without saving?" });

/** Presses Back on a filled form: it asks, keeps the typed text, and leaves after a confirmation. */
async function asksBeforeLeaving(page: Page, from: string, typed: () => Promise<void>) {
  const at = page.url();
  await page.goBack();
  await expect(question(page)).toBeVisible();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  expect(page.url()).toBe(at);
  await typed();
  await page.goBack();
  await question(page).getByRole("button", { name: "Leave" }).click();
  await page.waitForURL(`**${from}`);
  await expect(question(page)).toBeHidden();
}

test("Back on a new or edited campaign asks before discarding, like closing does", async ({ page }) => {
  const project = await aListProject(page.request);
  await aListedCampaign(page.request, project, { name: "Alps" });
  for (const open of ["new", "edit"]) {
    await page.goto(`/p/${project.id}/clicks`);
    await page.getByRole("link", { name: "Campaigns" }).first().click();
    await expect(campaignRowOf(page, "Alps")).toBeVisible();
    if (open === "new") await page.getByRole("button", { name: "New campaign" }).click();
    else {
      await campaignRowOf(page, "Alps")
        .getByRole("button", { name: /^More about/ })
        .click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
    }
    const name = page.getByRole("dialog").getByLabel("Name", { exact: true });
    await name.fill("Typed for long");
    await asksBeforeLeaving(page, `/p/${project.id}/clicks`, () =>
      expect(name).toHaveValue("Typed for long"),
    );
  }
});

test("saved changes need no question, and Back returns to the previous page", async ({ page }) => {
  const project = await aListProject(page.request);
  await page.goto(`/p/${project.id}/clicks`);
  await page.getByRole("link", { name: "Campaigns" }).first().click();
  await page.getByRole("button", { name: "New campaign" }).click();
  const sheet = page.getByRole("dialog", { name: "New campaign" });
  await sheet.getByLabel("Name", { exact: true }).fill("Alps");
  await sheet.getByRole("button", { name: "Create campaign" }).click();
  await page.getByRole("dialog", { name: "Campaign created" }).getByRole("button", { name: "Done" }).click();
  await expect(campaignRowOf(page, "Alps")).toBeVisible();
  await page.goBack();
  await page.waitForURL(`**/p/${project.id}/clicks`);
  await expect(question(page)).toBeHidden();
});

test("two tabs on one campaign: the second shows the first one's change with both values, and the member chooses", async ({
  page,
  context,
}) => {
  const project = await aListProject(page.request);
  const id = await aListedCampaign(page.request, project, { name: "Alps" });
  const other = await context.newPage();
  const open = async (tab: Page) => {
    await tab.goto(`${project.screen}/${id}`);
    await tab.getByRole("button", { name: "Edit" }).click();
    return tab.getByRole("dialog", { name: "Edit campaign" });
  };
  const [first, second] = [await open(page), await open(other)];
  await first.getByLabel("Name", { exact: true }).fill("Alps, first");
  await first.getByRole("button", { name: "Save changes" }).click();
  await expect(first).toBeHidden();

  await second.getByLabel("Name", { exact: true }).fill("Alps, second");
  await second.getByLabel("Website").fill("https://example.com/second");
  await second.getByRole("button", { name: "Save changes" }).click();
  const query = other.getByRole("alertdialog", { name: "Someone else changed this" });
  await expect(query.getByRole("radio", { name: /Alps, first/ })).toBeChecked();
  await query.getByRole("button", { name: "Cancel" }).click();
  await expect(
    second.getByText("Nothing was saved: someone else changed this in the meantime."),
  ).toBeVisible();
  await second.getByRole("button", { name: "Save changes" }).click();
  await query.getByRole("radio", { name: /Alps, second/ }).click();
  await query.getByRole("button", { name: "Save" }).click();
  await expect(second).toBeHidden();
  await expect(other.getByRole("heading", { name: "Alps, second" })).toBeVisible();
  const { data } = await (await page.request.get(`${project.own}/campaigns/${id}`)).json();
  expect(data.campaign).toMatchObject({
    name: "Alps, second",
    link_for_desktop_users: "https://example.com/second",
  });
});
