import type { Page } from "@playwright/test";
import { aCampaign, aProject, rowOf } from "./campaign-list";
import { expect, test } from "./owner";

const question = (page: Page) => page.getByRole("alertdialog", { name: "Leave without saving?" });

/** Presses Back on a filled form: it asks, keeps what was typed, and leaves when told to. */
async function asksBeforeBack(page: Page, from: string, typed: () => Promise<void>) {
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

test("Back on a new and on an edited campaign asks, as closing does", async ({ page }) => {
  const project = await aProject(page.request);
  await aCampaign(page.request, project, { name: "Alps" });
  for (const open of ["new", "edit"]) {
    await page.goto(`/p/${project.id}/clicks`);
    await page.getByRole("link", { name: "Campaigns" }).first().click();
    await expect(rowOf(page, "Alps")).toBeVisible();
    if (open === "new") await page.getByRole("button", { name: "New campaign" }).click();
    else {
      await rowOf(page, "Alps")
        .getByRole("button", { name: /^More about/ })
        .click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
    }
    const name = page.getByRole("dialog").getByLabel("Name", { exact: true });
    await name.fill("Typed for long");
    await asksBeforeBack(page, `/p/${project.id}/clicks`, () => expect(name).toHaveValue("Typed for long"));
  }
});

test("Back on changed details and rules asks; links and the search ask, too", async ({ page }) => {
  const project = await aProject(page.request);
  const home = `/p/${project.id}/clicks`;
  const edits = [
    { path: `/p/${project.id}/settings/details`, field: () => page.getByLabel("Website") },
    {
      path: `/p/${project.id}/rules`,
      field: () => page.getByRole("spinbutton", { name: "Clicks", exact: true }),
    },
  ];
  for (const { path, field } of edits) {
    await page.goto(home);
    await page.goto(path);
    const value = path.endsWith("rules") ? "3" : "https://example.com/typed";
    await field().fill(value);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.getByRole("link", { name: "Campaigns" }).first().click();
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await page.keyboard.press("Control+k");
    const screens = page.getByRole("group", { name: "Screens" });
    await screens.getByRole("option", { name: "Campaigns", exact: true }).click();
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await asksBeforeBack(page, home, () => expect(field()).toHaveValue(value));
  }
});

test("what was saved leaves nothing to ask, and Back goes where it went before", async ({ page }) => {
  const project = await aProject(page.request);
  await page.goto(`/p/${project.id}/clicks`);
  await page.getByRole("link", { name: "Campaigns" }).first().click();
  await page.getByRole("button", { name: "New campaign" }).click();
  const sheet = page.getByRole("dialog", { name: "New campaign" });
  await sheet.getByLabel("Name", { exact: true }).fill("Alps");
  await sheet.getByRole("button", { name: "Create campaign" }).click();
  await expect(rowOf(page, "Alps")).toBeVisible();
  await expect(sheet).toBeHidden();
  await page.goBack();
  await page.waitForURL(`**/p/${project.id}/clicks`);
  await expect(question(page)).toBeHidden();
});

test("two tabs on one campaign: the second is told of the first, sees both values and chooses", async ({
  page,
  context,
}) => {
  const project = await aProject(page.request);
  const id = await aCampaign(page.request, project, { name: "Alps" });
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
  const asked = other.getByRole("alertdialog", { name: "Somebody changed this meanwhile" });
  await expect(asked.getByRole("radio", { name: /Alps, first/ })).toBeChecked();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(second.getByText("Nothing was saved: somebody changed this meanwhile.")).toBeVisible();
  await second.getByRole("button", { name: "Save changes" }).click();
  await asked.getByRole("radio", { name: /Alps, second/ }).click();
  await asked.getByRole("button", { name: "Save" }).click();
  await expect(second).toBeHidden();
  await expect(other.getByRole("heading", { name: "Alps, second" })).toBeVisible();
  const { data } = await (await page.request.get(`${project.own}/campaigns/${id}`)).json();
  expect(data.campaign).toMatchObject({
    name: "Alps, second",
    link_for_desktop_users: "https://example.com/second",
  });
});

test("two tabs on the details and on the rules: other fields both stand, the same one is asked about", async ({
  page,
}) => {
  const project = await aProject(page.request);
  const elsewhere = (patch: object) => page.request.patch(project.own, { data: patch });
  await page.goto(`/p/${project.id}/settings/details`);
  await page.getByLabel("Website").fill("https://example.com/mine");
  await elsewhere({ ended_links: "page" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Details saved")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Ended links" })).toHaveText("A page that says so");

  await page.getByLabel("Website").fill("https://example.com/again");
  await elsewhere({ website: "https://example.com/theirs" });
  await page.keyboard.press("Enter");
  const asked = page.getByRole("alertdialog", { name: "Somebody changed this meanwhile" });
  await expect(asked.getByRole("radio", { name: /example\.com\/again/ })).not.toBeChecked();
  await asked.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Website")).toHaveValue("https://example.com/theirs");

  await page.goto(`/p/${project.id}/rules`);
  const days = page.getByRole("spinbutton", { name: "Clicks", exact: true });
  await days.fill("5");
  await page.request.put(`${project.own}/rules`, {
    data: { settings: { click_days: 3, view_through_hours: 12 } },
  });
  await page.getByRole("button", { name: "Use from now on" }).click();
  await expect(asked.getByRole("radio", { name: /3 days/ })).toBeChecked();
  await asked.getByRole("radio", { name: /5 days/ }).click();
  await asked.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The rules are in force for what is decided from now on")).toBeVisible();
  await expect(days).toHaveValue("5");
  const { data } = await (await page.request.get(`${project.own}/rules`)).json();
  expect(data.settings).toEqual({ click_days: 5, view_through_hours: 12 });
});
