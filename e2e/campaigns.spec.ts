import { readFileSync } from "node:fs";
import { aListedCampaign, aListProject, campaignRowOf, choose, someId } from "./campaign-list";
import { faults } from "./looks";
import { expect, test } from "./owner";

test("the empty list creates the first campaign, and its form shows where the link will lead", async ({
  page,
}) => {
  const project = await aListProject(page.request);
  const taken = someId("taken");
  await aListedCampaign(page.request, await aListProject(page.request), {
    name: "Elsewhere",
    custom_display_id: taken,
  });
  await page.goto(project.screen);
  await page.getByRole("button", { name: "Create your first campaign" }).click();
  const sheet = page.getByRole("dialog", { name: "New campaign" });
  await expect(sheet.getByLabel("Name")).toBeFocused();
  await sheet.getByRole("button", { name: "Create campaign" }).click();
  await expect(sheet.getByText("Enter a campaign name.")).toBeVisible();
  await sheet.getByLabel("Name").fill("Summer");

  await sheet.getByLabel("Custom ID").fill(taken);
  await expect(sheet.getByText("Another campaign already uses this ID.")).toBeVisible();
  await sheet.getByRole("button", { name: "Create campaign" }).click();
  await expect(sheet.getByLabel("Custom ID")).toHaveAttribute("aria-invalid", "true");
  await sheet.getByLabel("Custom ID").fill("not an id!");
  await expect(sheet.getByText("Use letters, digits, hyphens and underscores, up to 64.")).toHaveCount(1);
  const id = someId("summer");
  await sheet.getByLabel("Custom ID").fill(id);
  await expect(sheet.getByText(`“${id}” is free.`)).toBeVisible();

  await expect(sheet.getByText("A desktop has no destination and sees a page saying so.")).toBeVisible();
  await sheet.getByLabel("Website").fill("https://example.com/summer");
  await expect(sheet.getByText("A desktop goes to the website.")).toBeVisible();
  await expect(sheet.getByText("An iPhone goes to the website.")).toBeVisible();

  await sheet.getByRole("combobox", { name: "Ad network" }).click();
  await page.getByRole("option", { name: "TikTok" }).click();
  await sheet.getByRole("button", { name: /^TikTok and affiliate/ }).click();
  await expect(sheet.getByText("campaign_id=__CAMPAIGN_ID__", { exact: false })).toBeVisible();
  await sheet.getByRole("button", { name: "Add an affiliate" }).click();
  const partner = page.getByRole("dialog", { name: "Add affiliate" });
  await partner.getByLabel("Name").fill("Mountain Weekly");
  await partner.getByRole("button", { name: "Add affiliate" }).click();
  await expect(sheet.getByRole("combobox", { name: /^Affiliate/ })).toHaveText("Mountain Weekly");
  await expect(sheet.getByLabel("Name", { exact: true })).toHaveValue("Summer");
  await sheet.getByRole("button", { name: "Create campaign" }).click();
  const made = page.getByRole("dialog", { name: "Campaign created" });
  await expect(made.getByRole("button", { name: "Copy link" })).toBeFocused();
  await expect(made.getByRole("link", { name: "Test it" })).toHaveAttribute(
    "href",
    new RegExp(`/links\\?link=.*${id}`),
  );
  await expect(made.getByRole("region", { name: "Link for TikTok" })).toContainText("__CAMPAIGN_ID__");
  await expect(made.getByRole("figure", { name: /^Link preview/ })).toContainText("Campaigns");
  await made.getByRole("button", { name: "Done" }).click();
  const row = campaignRowOf(page, "Summer");
  await expect(row).toContainText(id);
  await expect(row).toContainText("TikTok");
});

test("a campaign is changed, copied, shown as a QR code and deleted; typed text is never lost without a question", async ({
  page,
}) => {
  const project = await aListProject(page.request);
  await aListedCampaign(page.request, project, { name: "Autumn", custom_display_id: someId("autumn") });
  await page.goto(project.screen);
  const row = campaignRowOf(page, "Autumn");

  await choose(page, row, "Edit");
  const edit = page.getByRole("dialog", { name: "Edit campaign" });
  await edit.getByLabel("Name").fill("Autumn sale");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Discard changes?");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(edit.getByLabel("Name")).toHaveValue("Autumn sale");
  await edit.getByRole("radio", { name: /^Deeplink/ }).click();
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit.getByText("This type of campaign needs a deeplink.")).toBeVisible();
  await edit.getByRole("textbox", { name: /^Deeplink/ }).fill("https://example.com/offers?x=1");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(edit).toBeHidden();
  await expect(campaignRowOf(page, "Autumn sale")).toBeVisible();
  const { data } = await (await page.request.get(`${project.own}/campaigns`)).json();
  expect(data.campaigns[0].link).toMatch(/^https:\/\/example\.com\/offers\?x=1&c=autumn-/);

  await choose(page, campaignRowOf(page, "Autumn sale"), "Duplicate");
  const copy = page.getByRole("dialog", { name: "Duplicate campaign" });
  await expect(copy.getByLabel("Name")).toHaveValue("Autumn sale (Copy)");
  await copy.getByRole("button", { name: "Create campaign" }).click();
  await page.getByRole("dialog", { name: "Campaign created" }).getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("link", { name: "Autumn sale (Copy)" })).toBeVisible();

  await page.getByRole("link", { name: "Autumn sale (Copy)" }).click();
  await expect(page.getByRole("heading", { name: "Autumn sale (Copy)" })).toBeVisible();
  await page.getByRole("tab", { name: "Link and settings" }).click();
  await expect(page).toHaveURL(/tab=link/);
  await page.getByRole("button", { name: "Show the QR code" }).click();
  const qr = page.getByRole("dialog", { name: "QR code" });
  await expect
    .poll(() => qr.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  for (const [form, begins] of [
    ["SVG", "<svg"],
    ["PNG", "\u0089PNG"],
  ] as const) {
    const coming = page.waitForEvent("download");
    await qr.getByRole("button", { name: form }).click();
    const file = await (await coming).path();
    expect(readFileSync(file, "latin1").slice(0, 60)).toContain(begins);
  }
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: /^More about/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete campaign" }).click();
  await page.waitForURL(`**${project.screen}`);
  await expect(page.getByRole("link", { name: "Autumn sale", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Autumn sale (Copy)" })).toHaveCount(0);
});

test("pausing acts at once, and returns when the server rejects the change", async ({ page }) => {
  const project = await aListProject(page.request);
  const id = await aListedCampaign(page.request, project, { name: "Winter" });
  const active = async () =>
    (await (await page.request.get(`${project.own}/campaigns/${id}`)).json()).data.campaign.active;
  await page.goto(project.screen);
  const row = campaignRowOf(page, "Winter");
  await choose(page, row, "Pause");
  await expect(row).toContainText("Paused");
  await expect.poll(active).toBe(false);
  await choose(page, row, "Activate");
  await expect.poll(active).toBe(true);

  let reject = () => {};
  const isSeen = new Promise<void>((resolve) => {
    reject = resolve;
  });
  await page.route(`**/campaigns/${id}`, async (route) => {
    await isSeen;
    await route.fulfill({ status: 409, json: { msg: "Not now.", status: 409, data: null } });
  });
  await choose(page, row, "Pause");
  await expect(row).toContainText("Paused");
  reject();
  await expect(page.getByText("Not now.")).toBeVisible();
  await expect(row).toContainText("Active");
  expect(await active()).toBe(true);
});

test("filters, order and columns are in the address; the CSV contains the rows of the list", async ({
  page,
}) => {
  const project = await aListProject(page.request);
  await aListedCampaign(page.request, project, { name: "Alps", network: "META" });
  await aListedCampaign(page.request, project, { name: "Beach", network: "GOOGLE" });
  await aListedCampaign(page.request, project, { name: "Alps off", network: "META", active: false });
  await page.goto(project.screen);
  await expect(campaignRowOf(page, "Beach")).toBeVisible();
  await page.getByRole("combobox", { name: "Network" }).click();
  await page.getByRole("option", { name: "Meta" }).click();
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
  await page.getByRole("button", { name: "Choose columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Type" }).click();
  await page.keyboard.press("Escape");
  await expect(campaignRowOf(page, "Beach")).toHaveCount(0);
  expect(page.url()).toMatch(/network=META/);
  expect(page.url()).toMatch(/sort=name/);

  await page.reload();
  const names = page.locator("tbody").getByRole("link");
  await expect(names).toHaveText(["Alps", "Alps off"]);
  await expect(page.getByRole("columnheader", { name: "Type" })).toBeVisible();
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const lines = readFileSync(await (await coming).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(['"Alps"', '"Alps off"']);

  await page.getByRole("searchbox", { name: "Search campaigns" }).fill("nothing of that name");
  await expect(page.getByText("No matching campaigns")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(names).toHaveCount(3);
});

test("a viewer sees campaigns and cannot change them", async ({ page, browser }) => {
  const project = await aListProject(page.request);
  const id = await aListedCampaign(page.request, project, { name: "Look" });
  const { data: me } = await (await page.request.get("/api/dashboard/me")).json();
  const invited = await page.request.post(`/api/dashboard/accounts/${me.accounts[0].id}/invitations`, {
    data: { email: `${someId("viewer")}@example.com`, role: "viewer" },
  });
  const viewer = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await viewer.goto(new URL((await invited.json()).data.link).pathname);
  await viewer.getByLabel("Your name").fill("Vera Viewer");
  await viewer.getByLabel("Choose a password").fill("another long password");
  await viewer.getByRole("button", { name: /Join|Accept/ }).click();
  await viewer.waitForURL((url) => !url.pathname.startsWith("/invite"));
  await viewer.goto(project.screen);
  const row = viewer.getByRole("row", { name: /Look/ });
  await expect(row).toContainText("Active");
  await expect(viewer.getByRole("switch")).toHaveCount(0);
  await expect(viewer.getByRole("checkbox")).toHaveCount(0);
  await expect(viewer.getByRole("button", { name: "New campaign" })).toBeDisabled();
  await row.getByRole("button", { name: /^More about/ }).click();
  await expect(viewer.getByRole("menuitem")).toHaveText(["Copy link", "Copy short link", "QR code"]);
  await viewer.goto(`${project.screen}/${id}`);
  await expect(viewer.getByRole("button", { name: "Edit" })).toBeDisabled();
  await viewer.context().close();
});

/** The tabs of a campaign's page, each with a text of its content. */
const parts = [
  ["Overview", "Installs by day"],
  ["Breakdown", "No ad sets in this period"],
  ["Cohorts", "No installs in this period"],
  ["Users", "No users yet"],
  ["Link and settings", "Link destination"],
] as const;

test("a campaign's page opens on its figures, and Back returns to the last tab", async ({ page }) => {
  const project = await aListProject(page.request);
  const id = await aListedCampaign(page.request, project, { name: "Spring" });
  await page.goto(`${project.screen}/${id}`);
  const tab = (name: string) => page.getByRole("tab", { name });
  await expect(tab("Overview")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("Installs by day").first()).toBeVisible();
  await expect(page.getByText("No users yet")).toHaveCount(0);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(1_500);
  await tab("Users").click();
  await expect(page.getByText("No users yet")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No users yet")).toBeVisible();
  await page.goBack();
  await expect(tab("Overview")).toHaveAttribute("aria-selected", "true");
  await page.goto(`${project.screen}/${id}?by=country`);
  await expect(page.getByText("No activity in this period")).toBeVisible();
});

test("list, sheet, page and QR code have no axe violation in either theme", async ({ page }) => {
  const project = await aListProject(page.request);
  const found: string[] = [];
  const screenshot = async (where: string) => {
    await page.waitForLoadState("networkidle");
    found.push(...(await faults(page, where)));
  };
  await page.goto(project.screen);
  await expect(page.getByText("No campaigns yet")).toBeVisible();
  await screenshot("empty list");
  const id = await aListedCampaign(page.request, project, {
    name: "Alps",
    network: "META",
    link_for_desktop_users: "https://example.com",
    social_title: "To the Alps",
    social_text: "All routes",
  });
  await page.reload();
  await expect(campaignRowOf(page, "Alps")).toBeVisible();
  await screenshot("list");
  await page.getByRole("checkbox", { name: "Select Alps" }).click();
  await screenshot("selection");
  await page.goto(`${project.screen}?search=nothing`);
  await expect(page.getByText("No matching campaigns")).toBeVisible();
  await screenshot("nothing matches");
  await page.goto(`${project.screen}/${id}`);
  for (const [tab, shown] of parts) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByText(shown).first()).toBeVisible();
    await screenshot(`page, ${tab}`);
  }
  await page.getByRole("button", { name: "Show the QR code" }).click();
  await screenshot("QR code");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByText("A desktop goes to the website.").last()).toBeVisible();
  await screenshot("sheet");
  expect(found).toEqual([]);
});

test("on a phone nothing scrolls sideways, and the form can be filled in", async ({ page }) => {
  const project = await aListProject(page.request);
  const id = await aListedCampaign(page.request, project, {
    name: "A campaign with a name that is a good deal longer than any phone is wide",
    network: "META",
    link_for_desktop_users: `https://example.com/${"long".repeat(60)}`,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.goto(project.screen);
  await expect(page.getByRole("link", { name: /^A campaign with/ })).toBeVisible();
  expect(await over()).toBe(0);
  await page.goto(`${project.screen}/${id}`);
  for (const [tab, shown] of parts) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByText(shown).first()).toBeVisible();
    expect(await over(), tab).toBe(0);
  }
  await page.goto(`${project.screen}/new`);
  const sheet = page.getByRole("dialog", { name: "New campaign" });
  await sheet.getByLabel("Name").fill("By thumb");
  await sheet.getByRole("button", { name: "Create campaign" }).click();
  await page.getByRole("dialog", { name: "Campaign created" }).getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("link", { name: "By thumb" })).toBeVisible();
});

test("the link check completes a link that was typed without https", async ({ page }) => {
  const project = await aListProject(page.request);
  await page.goto(`/p/${project.id}/developers/test/links`);
  const link = page.getByLabel("Link", { exact: true });
  await link.fill("fitloop.example/summer");
  await link.press("Enter");
  await expect(link).toHaveValue("https://fitloop.example/summer");
  await expect(page).toHaveURL(/link=https%3A%2F%2Ffitloop\.example%2Fsummer/);
});
