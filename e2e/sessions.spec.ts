import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./owner";

const password = "a walk along the coast";

/** A separate member, because ending the sessions must not sign out the other specs. */
async function aMember(page: Page, email: string, name: string): Promise<void> {
  const { data: me } = await (await page.request.get("/api/dashboard/me")).json();
  const path = `/api/dashboard/accounts/${me.accounts[0].id}/invitations`;
  const { data } = await (await page.request.post(path, { data: { email, role: "viewer" } })).json();
  const token = data.link.split("/").at(-1);
  const joined = await page.request.post(`/api/dashboard/invitations/${token}`, { data: { name, password } });
  expect(joined.ok()).toBe(true);
}

async function signedInAs(browser: Browser, email: string, from = "/sign-in"): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto(from);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-in");
  return page;
}

const isSignedIn = async (page: Page) => (await page.request.get("/api/dashboard/me")).ok();

test("a member sees their sessions, ends one, then all others; an ended session is signed out", async ({
  page,
  browser,
}) => {
  const email = "sessions@example.com";
  await aMember(page, email, "Sela Sessions");
  const here = await signedInAs(browser, email);
  const lost = await signedInAs(browser, email);
  const third = await signedInAs(browser, email);

  await here.goto("/account/profile");
  const list = here.getByRole("list", { name: "Sessions" });
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await expect(list.getByText("This session")).toHaveCount(1);
  await expect(list.getByRole("listitem").first()).toContainText("Chrome on");

  await list
    .getByRole("button", { name: /^End the session of/ })
    .first()
    .click();
  await here.getByRole("alertdialog").getByRole("button", { name: "End session" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  // The most recently used session is first.
  expect(
    [await isSignedIn(here), await isSignedIn(lost), await isSignedIn(third)].filter(Boolean),
  ).toHaveLength(2);

  await here.getByRole("button", { name: "Sign out everywhere else" }).click();
  await here.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  expect([await isSignedIn(here), await isSignedIn(lost), await isSignedIn(third)]).toEqual([
    true,
    false,
    false,
  ]);
  await expect(here.getByRole("button", { name: "Sign out everywhere else" })).toBeDisabled();
});

test("after signing out a copied cookie does not work", async ({ page, browser }) => {
  const email = "copied@example.com";
  await aMember(page, email, "Cora Copied");
  const own = await signedInAs(browser, email);
  const thief = await browser.newContext({ storageState: await own.context().storageState() });
  expect((await thief.request.get("/api/dashboard/me")).status()).toBe(200);
  await own.getByRole("button", { name: /Your menu/ }).click();
  await own.getByRole("button", { name: "Sign out" }).click();
  await own.waitForURL(/\/sign-in/);
  expect((await thief.request.get("/api/dashboard/me")).status()).toBe(401);
  await thief.close();
});

test("the right password signs in, even if the address still contains an error", async ({
  page,
  browser,
}) => {
  const email = "second-try@example.com";
  await aMember(page, email, "Tryphena Try");
  const first = await signedInAs(browser, email, "/sign-in?error=AccessDenied");
  expect(await isSignedIn(first)).toBe(true);
  const second = await signedInAs(browser, email, "/sign-in?error=x&from=%2Faccount%2Fprofile%3Ferror%3D1");
  await second.waitForURL(/\/account\/profile\?error=1$/);
});

test("an existing member joins another account with the password; the page does not show whether an email is known", async ({
  page,
  browser,
}) => {
  const email = "twice@example.com";
  await aMember(page, email, "Tova Twice");
  const { data: me } = await (await page.request.get("/api/dashboard/me")).json();
  const account = me.accounts[0].id;
  const members = `/api/dashboard/accounts/${account}/members`;
  const { data } = await (await page.request.get(members)).json();
  const member = data.members.find((each: { email: string }) => each.email === email);
  await page.request.delete(`${members}/${member.id}`);
  const invited = await page.request.post(`/api/dashboard/accounts/${account}/invitations`, {
    data: { email, role: "viewer" },
  });
  const { link } = (await invited.json()).data;

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const guest = await context.newPage();
  await guest.goto(new URL(link).pathname);
  await expect(guest.getByLabel("Your name")).toBeVisible();
  await guest.getByRole("radio", { name: "I have an account" }).click();
  await guest.getByLabel("Password", { exact: true }).fill("not the password");
  await guest.getByRole("button", { name: "Sign in and join" }).click();
  await expect(guest.getByText(`Wrong password for ${email}.`).first()).toBeVisible();
  await guest.getByLabel("Password", { exact: true }).fill(password);
  await guest.getByRole("button", { name: "Sign in and join" }).click();
  await guest.waitForURL((url) => !url.pathname.startsWith("/invite"));
  expect(await isSignedIn(guest)).toBe(true);
  await context.close();
});
