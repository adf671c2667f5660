import type { Browser, Page } from "@playwright/test";
import { faults } from "./looks";
import { expect, firstProject, owner, signedIn, test } from "./owner";

/** A page whose console is not checked, because the browser logs each request that fails. */
async function ownPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ storageState: signedIn })).newPage();
}

const main = (page: Page) => page.getByRole("navigation", { name: "Main" });
const bar = (page: Page) => page.getByText("No connection to the server.");

test("while a screen is loading, its menu, its tabs and its outline are there", async ({ page }) => {
  const { id } = firstProject();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/dashboard/me", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/p/${id}/report/cohorts`);
  await expect(main(page).getByRole("link", { name: "Campaigns" })).toBeVisible();
  await expect(main(page).locator("[aria-current=page]")).toHaveText(["Report"]);
  await expect(page.getByRole("navigation", { name: "Report" }).getByRole("link")).toHaveText([
    "Report",
    "Cohorts",
    "Discrepancies",
    "Incrementality",
    "Mix models",
    "Query",
  ]);
  await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Cohorts" })).toBeVisible();
});

test("without a connection the page stays open and says so, and opens the chosen page when the connection is back", async ({
  browser,
}) => {
  const page = await ownPage(browser);
  const base = `/p/${firstProject().id}`;
  await page.goto(`${base}/campaigns`);
  const title = page.getByRole("heading", { level: 1, name: "Campaigns" });
  await expect(title).toBeVisible();
  await page.context().setOffline(true);
  await main(page).getByRole("link", { name: "Spend" }).click();
  await expect(bar(page)).toBeVisible();
  await expect(title).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`${base}/campaigns`);
  expect(await faults(page, "offline")).toEqual([]);
  await page.context().setOffline(false);
  await page.waitForURL(`**${base}/spend`);
  await expect(bar(page)).toHaveCount(0);
  await page.context().close();
});

test("requests to a server that does not respond are repeated until it does", async ({ browser }) => {
  const page = await ownPage(browser);
  const base = `/p/${firstProject().id}`;
  await page.goto(`${base}/settings/details`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.route("**/api/dashboard/**", (route) => route.abort());
  await main(page).getByRole("link", { name: "Destinations" }).click();
  await expect(bar(page)).toBeVisible();
  await page.unrouteAll();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByText("No destinations yet").or(page.getByRole("table"))).toBeVisible();
  await page.context().close();
});

/** A request in the background can open the sign-in dialog above the form before. */
const submitSignedOut = (page: Page) =>
  page.getByRole("button", { name: "Create campaign", includeHidden: true }).dispatchEvent("click");

test("a member whose session ends enters the password on the same page, and continues with what was typed", async ({
  page,
}) => {
  await page.goto(`/p/${firstProject().id}/campaigns/new`);
  const name = page.getByRole("dialog").getByLabel("Name");
  await name.fill("Typed before the session ended");
  await page.context().clearCookies();
  await submitSignedOut(page);
  const dialog = page.getByRole("dialog", { name: "You are signed out" });
  const password = dialog.getByLabel(`Password of ${owner.email}`);
  await expect(password).toBeFocused();
  expect(await faults(page, "signed out")).toEqual([]);
  await password.fill("not the password");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog.getByText("Wrong email or password.")).toBeVisible();
  await password.fill(owner.password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(name).toHaveValue("Typed before the session ended");
  await page.getByRole("button", { name: "Create campaign" }).click();
  await expect(page.getByRole("dialog", { name: "Campaign created" })).toBeVisible();
});

test("a member without a password gets a link to the sign-in page", async ({ page }) => {
  await page.route("**/api/dashboard/me", async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    if (json.data) json.data.member.has_password = false;
    await route.fulfill({ response: answer, json });
  });
  await page.goto(`/p/${firstProject().id}/campaigns`);
  await expect(page.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  const dialog = page.getByRole("dialog", { name: "You are signed out" });
  await expect(dialog.getByRole("link", { name: "Sign in in a new tab" })).toHaveAttribute(
    "href",
    "/sign-in",
  );
  await page.context().addCookies(cookies);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(dialog).toHaveCount(0);
  await page.unrouteAll({ behavior: "wait" });
});

test("another member who signs in sees neither the page nor the input of the former one", async ({
  page,
  browser,
}) => {
  const email = `replacing-${crypto.randomUUID()}@example.com`;
  const password = "a walk along the coast";
  const { data: me } = await (await page.request.get("/api/dashboard/me")).json();
  const path = `/api/dashboard/accounts/${me.accounts[0].id}/invitations`;
  const { data } = await (await page.request.post(path, { data: { email, role: "viewer" } })).json();
  const token = data.link.split("/").at(-1);
  const other = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await other.request.post(`/api/dashboard/invitations/${token}`, {
    data: { name: "Rea Replacing", password },
  });
  await other.goto("/sign-in");
  await other.getByLabel("Email", { exact: true }).fill(email);
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.waitForURL(/\/p\/\d+$/);

  await page.goto(`/p/${firstProject().id}/campaigns/new`);
  await page.getByRole("dialog").getByLabel("Name").fill("Only for the former member");
  const { cookies } = await other.context().storageState();
  await page.context().clearCookies();
  await submitSignedOut(page);
  await expect(page.getByRole("dialog", { name: "You are signed out" })).toBeVisible();
  await page.context().addCookies(cookies);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.waitForURL((url) => /^\/p\/\d+$/.test(url.pathname));
  await expect(page.getByRole("button", { name: "Your menu, Rea Replacing" })).toBeVisible();
  await expect(page.getByText("Only for the former member")).toHaveCount(0);
  await other.context().close();
});

test("a page that does not exist responds with 404 and has a title; so does an unknown item of a project", async ({
  page,
}) => {
  const base = `/p/${firstProject().id}`;
  for (const path of [`${base}/reprots`, `${base}/campaigns/1/reprots`, "/reprots"])
    expect((await page.goto(path))?.status(), path).toBe(404);
  for (const [path, title] of [
    [`${base}/reprots`, "Page not found"],
    [`${base}/campaigns/999999`, "Campaign not found"],
    [`${base}/installs/01990000-0000-7000-8000-000000000000`, "Install not found"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(await faults(page, path)).toEqual([]);
  }
});
