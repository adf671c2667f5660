import type { APIRequestContext } from "@playwright/test";
import { aListedCampaign, aListProject, someId } from "./campaign-list";
import { faults, sideways } from "./looks";
import { expect, test } from "./owner";
import { followLink } from "./visitor";

const signedOut = { storageState: { cookies: [], origins: [] } };

/** A project with a unique name, so that it can be found among others. */
async function aNamedProject(request: APIRequestContext, word: string) {
  const project = await aListProject(request);
  const name = someId(word);
  expect((await request.patch(project.own, { data: { name } })).status()).toBe(200);
  return { ...project, name };
}

test("a shared report opens without signing in, has no links, and is empty once it is revoked", async ({
  page,
  browser,
}) => {
  const { id } = await aListProject(page.request);
  await page.goto(`/p/${id}/report?by=network`);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share these figures" });
  await dialog.getByLabel("Title").fill("For the agency");
  await dialog.getByRole("button", { name: "Create share link" }).click();
  const made = page.getByRole("dialog", { name: "Share link created" });
  const link = /http\S+\/share\/\w+/.exec(await made.innerText())![0];

  const context = await browser.newContext(signedOut);
  const reader = await context.newPage();
  await reader.goto(link);
  await expect(reader.getByRole("heading", { name: "For the agency" })).toBeVisible();
  await expect(reader.getByText("Read-only figures")).toBeVisible();
  await expect(reader.getByRole("main").getByRole("link")).toHaveCount(0);
  expect(await faults(reader, "/share")).toEqual([]);
  await reader.setViewportSize({ width: 390, height: 844 });
  expect(await sideways(reader, "/share")).toEqual([]);

  await page.goto(`/p/${id}/settings/shares`);
  await page.getByRole("button", { name: "Revoke For the agency" }).click();
  await page.getByRole("button", { name: "Revoke link" }).click();
  await expect(page.getByText("Link revoked")).toBeVisible();
  await reader.reload();
  await expect(reader.getByText("Read-only figures")).toHaveCount(0);
  await expect(reader.getByRole("heading", { name: /link/i })).toBeVisible();
  await context.close();
});

test("a deleted project does not respond, and is restored with all its data", async ({ page }) => {
  const project = await aNamedProject(page.request, "Gone");
  const { id, own, name } = project;
  const campaign = await aListedCampaign(page.request, project, { name: "Kept" });
  await page.goto(`/p/${id}/settings/archive`);
  await page.getByRole("button", { name: "Delete…" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("textbox").fill(name);
  await question.getByRole("button", { name: "Delete project" }).click();
  await page.waitForURL(/\/account\/projects\/deleted$/);
  expect((await page.request.get(own)).status()).toBe(404);
  await page.getByRole("button", { name: `Restore ${name}` }).click();
  await expect(page.getByText(`${name} is restored, with all its data`)).toBeVisible();
  const restored = await (await page.request.get(`${own}/campaigns/${campaign}`)).json();
  expect(restored.data.campaign.name).toBe("Kept");
});

test("a member of a single project sees that one, and nothing else of the account", async ({
  page,
  browser,
}) => {
  const shown = await aNamedProject(page.request, "Client");
  const other = await aListProject(page.request);
  await page.goto("/account/members");
  await page.getByRole("button", { name: "Invite" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email", { exact: true }).fill(`client-${shown.id}@example.com`);
  await dialog.getByRole("radio", { name: "Only some projects" }).click();
  await dialog.getByRole("checkbox", { name: shown.name }).click();
  await dialog.getByRole("button", { name: "Create invite link" }).click();
  const text = page.getByText(/\/invite\/\S+/);
  await expect(text).toBeVisible();
  const link = /http\S+\/invite\/[^\s"]+/.exec(await text.innerText())![0];

  const context = await browser.newContext(signedOut);
  const client = await context.newPage();
  await client.goto(link);
  await client.getByLabel("Your name").fill("Clara Client");
  await client.getByLabel("Choose a password").fill("another long password");
  await client.getByRole("button", { name: /Join|Accept/ }).click();
  await client.waitForURL(`**/p/${shown.id}`);
  await expect(client.getByRole("link", { name: "Members" })).toHaveCount(0);
  await client.goto(`/p/${shown.id}/campaigns`);
  await expect(client.getByRole("button", { name: "New campaign" })).toBeDisabled();
  expect((await client.request.get(other.own)).status()).toBe(404);
  await context.close();
});

test("an A/B test set in a campaign's form sends visitors to its variants", async ({ page }) => {
  const project = await aListProject(page.request);
  const id = await aListedCampaign(page.request, project, { name: "Split" });
  await page.goto(`${project.screen}/${id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const sheet = page.getByRole("dialog", { name: "Edit campaign" });
  await sheet.getByRole("button", { name: /^Rules and A\/B tests/ }).click();
  await sheet.getByRole("button", { name: "Add A/B test" }).click();
  const variants = sheet.getByRole("textbox", { name: /^Leads to/ });
  for (const [i, letter] of ["a", "b"].entries()) await variants.nth(i).fill(`example.com/${letter}`);
  await sheet.getByRole("button", { name: "Save changes" }).click();
  await expect(sheet).toBeHidden();
  const { campaign } = (await (await page.request.get(`${project.own}/campaigns/${id}`)).json()).data;
  const link = new URL(campaign.link);
  await expect
    .poll(async () => (await followLink(link.host, link.pathname + link.search, "desktop")).location)
    .toMatch(/^https:\/\/example\.com\/[ab]\b/);
});

test("the link check waits for a click on a phone, and shows which macros arrived filled in", async ({
  page,
}) => {
  const project = await aListProject(page.request);
  const id = await aListedCampaign(page.request, project, { name: "In-app", network: "APPLOVIN" });
  const { campaign } = (await (await page.request.get(`${project.own}/campaigns/${id}`)).json()).data;
  const link = new URL(campaign.link);
  const screen = `/p/${project.id}/developers/test/links?link=${encodeURIComponent(link.href)}`;
  await page.goto(screen);
  const card = page.getByRole("region", { name: "Check on a phone" });
  await expect(card.getByText("Waiting for a click…")).toBeVisible();
  const code = card.getByRole("img", { name: "QR code of the test link" });
  await expect
    .poll(() => code.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  expect(await faults(page, "link check, waiting")).toEqual([]);
  const query = "&ad_name=Banner&publisher_id={APP_ID}&own=1";
  await followLink(link.host, `${link.pathname}${link.search}${encodeURI(query)}`, "android");
  await expect(card.getByText("3 of 5 parameters did not arrive")).toBeVisible();
  for (const [name, state] of [
    ["ad_name", "Arrived"],
    ["clickid", "Missing"],
    ["publisher_id", "Not filled in"],
    ["idfa", "Missing"],
    ["own", "Arrived"],
  ])
    await expect(card.locator("dl > div").filter({ hasText: name ?? "" })).toContainText(state ?? "");
  await expect(card.getByText("{APP_ID}")).toBeVisible();
  expect(await faults(page, "link check, arrived")).toEqual([]);
  await card.getByRole("button", { name: "Wait for the next click" }).click();
  await expect(card.getByText("Waiting for a click…")).toBeVisible();
});

test("a watched phone's call appears with its response as it arrives", async ({ page }) => {
  const { id, own } = await aListProject(page.request);
  const { token } = (await (await page.request.get(own)).json()).data;
  await page.goto(`/p/${id}/developers/test/devices`);
  await page.getByLabel("ID", { exact: true }).fill("phone-in-my-hand");
  await page.getByRole("button", { name: "Watch device" }).click();
  await page.waitForURL(/\/devices\/\S+/);
  await expect(page.getByText("Nothing received yet")).toBeVisible();
  const sent = { token, install_instance_id: "phone-in-my-hand", platform: "ANDROID" };
  const call = page.getByRole("list", { name: "Calls, newest first" }).getByRole("button");
  await expect(async () => {
    // Every process knows of the watched device within half a second.
    await page.request.post("/api/client/capture-event", { data: sent });
    await expect(call.first()).toContainText("400", { timeout: 10_000 });
  }).toPass();
  await call.first().click();
  await expect(page.getByText("event_name is required!")).toBeVisible();
});
