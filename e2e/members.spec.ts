import { expect, firstProject, owner, test } from "./owner";

test("a marketer joins with a one-time link, cannot create keys, and loses access at once when removed", async ({
  page,
  browser,
}) => {
  await page.goto("/account/members");
  await page.getByRole("button", { name: "Invite" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email", { exact: true }).fill("mara@example.com");
  await dialog.getByRole("radio", { name: /Marketer/ }).click();
  await dialog.getByRole("button", { name: "Create invite link" }).click();
  const shown = page.getByText(/\/invite\/\S+/);
  await expect(shown).toBeVisible();
  const link = /http\S+\/invite\/[^\s"]+/.exec(await shown.innerText())![0];
  await page.keyboard.press("Escape");

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const mara = await context.newPage();
  await mara.goto(link);
  await mara.getByLabel("Your name").fill("Mara Marketer");
  await mara.getByLabel("Choose a password").fill("another long password");
  await mara.getByRole("button", { name: /Join|Accept/ }).click();
  await mara.waitForURL((url) => !url.pathname.startsWith("/invite"));
  await mara.goto(`/p/${firstProject().id}/developers/keys`);
  await expect(mara.getByRole("button", { name: "Create key" }).first()).toBeDisabled();
  const refused = await mara.request.post(`/api/dashboard/projects/${firstProject().id}/server-keys`, {
    data: { name: "x" },
  });
  expect(refused.status()).toBe(403);

  const { data: me } = await (await page.request.get("/api/dashboard/me")).json();
  const account = me.accounts[0].id;
  const { data } = await (await page.request.get(`/api/dashboard/accounts/${account}/members`)).json();
  const member = data.members.find((each: { email: string }) => each.email === "mara@example.com");
  expect((await page.request.delete(`/api/dashboard/accounts/${account}/members/${member.id}`)).ok()).toBe(
    true,
  );
  expect((await mara.request.get(`/api/dashboard/projects/${firstProject().id}`)).status()).not.toBe(200);
  await context.close();
});

test("a wrong password and an unknown email get the same message; no redirect leaves this origin", async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  const logged: string[] = [];
  for (const email of [owner.email, "nobody@example.com"]) {
    await page.goto("/sign-in?from=https://evil.example/&callbackUrl=//evil.example");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    logged.push(await page.getByRole("alert").filter({ hasText: /\S/ }).first().innerText());
  }
  expect(logged[0]).toBe(logged[1]);
  await page.getByLabel("Email", { exact: true }).fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/p\/\d+/);
  expect(new URL(page.url()).origin).toBe(
    new URL(process.env.E2E_BASE_URL ?? "http://localhost:3000").origin,
  );
  await context.close();
});
