import { aListedCampaign, aListProject, campaignRowOf, choose } from "./campaign-list";
import { expect, test } from "./owner";

test("pausing shows its effect, and one press undoes it", async ({ page }) => {
  const project = await aListProject(page.request);
  const id = await aListedCampaign(page.request, project, { name: "Winter", ended_links: "page" });
  const active = async () =>
    (await (await page.request.get(`${project.own}/campaigns/${id}`)).json()).data.campaign.active;
  await page.goto(project.screen);
  await choose(page, campaignRowOf(page, "Winter"), "Pause");
  const toast = page.getByRole("listitem").filter({ hasText: "“Winter” is paused" });
  await expect(toast).toContainText(
    "Its clicks are logged but not counted. Visitors see a page saying the link has ended.",
  );
  await expect.poll(active).toBe(false);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(campaignRowOf(page, "Winter")).toContainText("Active");
  await expect.poll(active).toBe(true);
});

test("the destination of ended links is chosen for the project and for a campaign, and shown in both", async ({
  page,
}) => {
  const project = await aListProject(page.request);
  const id = await aListedCampaign(page.request, project, { name: "Winter" });
  await page.goto(`/p/${project.id}/settings/details`);
  await page.getByRole("combobox", { name: "Ended links" }).click();
  await page.getByRole("option", { name: "A custom URL" }).click();
  const address = page.getByRole("textbox", { name: "URL for ended links" });
  await expect(address).toHaveValue("https://");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await address.fill("example.com/over");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Details saved")).toBeVisible();

  await page.goto(`${project.screen}/${id}?tab=link`);
  await expect(page.getByText("Everyone goes to the URL for ended links.")).toBeVisible();
  await page.getByRole("button", { name: /^More about/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("visitors go to https://example.com/over.");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Edit" }).click();
  const sheet = page.getByRole("dialog", { name: "Edit campaign" });
  await sheet.getByRole("button", { name: /^Domain and ended links/ }).click();
  await sheet.getByRole("combobox", { name: "Ended links" }).click();
  await expect(page.getByRole("option", { name: /^Project default/ })).toHaveText(
    "Project default: https://example.com/over",
  );
  await page.getByRole("option", { name: "A “link has ended” page" }).click();
  await expect(sheet.getByText("Everyone sees a page saying the link has ended.")).toBeVisible();
  await sheet.getByRole("button", { name: "Save changes" }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole("switch").click();
  await expect(page.getByText("While the campaign is paused")).toBeVisible();
  await expect(page.getByText("Everyone sees a page saying the link has ended.")).toBeVisible();
  const { data } = await (await page.request.get(`${project.own}/campaigns/${id}`)).json();
  const tested = await page.request.post(`${project.own}/links/test`, {
    data: { link: data.campaign.link },
  });
  expect((await tested.json()).data.outcome.kind).toBe("help_page");
});
