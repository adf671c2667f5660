import { writeFileSync } from "node:fs";
import { expect, firstProjectFile, owner, setUpLink, signedIn, test } from "./owner";

test("first run: the printed link makes the owner, who makes a project", async ({ page, browser }) => {
  const link = setUpLink();
  await page.goto(link);
  await page.getByLabel("Your name").fill(owner.name);
  await page.getByLabel("Email", { exact: true }).fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Account").fill("Trailhead Labs");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("At least 8 characters", { exact: false }).first()).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page.getByRole("heading", { name: "Create your first project" })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Trailhead");
  await page.getByRole("button", { name: "Create project" }).click();
  await page.waitForURL(/\/p\/\d+$/);
  await expect(page.getByRole("heading", { name: "Trailhead" })).toBeVisible();

  const id = Number(/\/p\/(\d+)/.exec(page.url())?.[1]);
  const { data } = await (await page.request.get(`/api/dashboard/projects/${id}`)).json();
  expect(data.token).toMatch(/^ct_/);
  const domains = await (await page.request.get(`/api/dashboard/projects/${id}/domains`)).json();
  writeFileSync(
    firstProjectFile,
    JSON.stringify({ id, token: data.token, host: domains.data.domains[0].host }),
  );
  await page.context().storageState({ path: signedIn });

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
});
