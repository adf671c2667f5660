import { movedScreens } from "@/app/moved-screens";
import { expect, firstProject, test } from "./owner";

test("Activity is one entry of the sidebar, with a tab and an address for each kind", async ({ page }) => {
  const base = `/p/${firstProject().id}`;
  await page.goto(`${base}/clicks`);
  const tabs = page.getByRole("navigation", { name: "Activity" });
  const main = page.getByRole("navigation", { name: "Main" });
  await expect(main.locator("[aria-current=page]")).toHaveText(["Activity"]);
  await tabs.getByRole("link", { name: "Payments" }).click();
  await page.waitForURL(`**${base}/payments`);
  await expect(tabs.locator("[aria-current=page]")).toHaveText(["Payments"]);
  await expect(main.locator("[aria-current=page]")).toHaveText(["Activity"]);
  await main.getByRole("link", { name: "Attribution" }).click();
  await page.waitForURL(`**${base}/attribution`);
  await page
    .getByRole("navigation", { name: "Attribution" })
    .getByRole("link", { name: "What-if tests" })
    .click();
  await page.waitForURL(`**${base}/attribution/what-if`);
  await expect(main.locator("[aria-current=page]")).toHaveText(["Attribution"]);
});

test("bookmarks of moved screens lead to their new address, with their parameters", async ({ page }) => {
  const base = `/p/${firstProject().id}`;
  for (const [from, to] of movedScreens) {
    const answer = await page.request.get(`${base}/${from.replace(":id", "7")}?range=7d`, {
      maxRedirects: 0,
    });
    expect(answer.headers().location).toBe(`${base}/${to.replace(":id", "7")}?range=7d`);
  }
});

test("a page that does not exist keeps the sidebar", async ({ page }) => {
  const base = `/p/${firstProject().id}`;
  await page.goto(`${base}/reprots`);
  await expect(page.getByText("Page not found")).not.toHaveCount(0);
  await expect(page).toHaveTitle("Page not found · Cairn");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Report" }).click();
  await page.waitForURL(`**${base}/report`);
});

test("on a phone the settings are a menu that shows the open section", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const base = `/p/${firstProject().id}/settings`;
  await page.goto(`${base}/details`);
  await page.getByRole("button", { name: "Settings: Details" }).click();
  await page.getByRole("link", { name: "Links", exact: true }).click();
  await page.waitForURL(`**${base}/links`);
  await expect(page.getByRole("button", { name: "Settings: Links" })).toBeVisible();
});

test("another project opens on the same screen, and browser tabs are named after the shown item", async ({
  page,
}) => {
  const { data: me } = await (await page.request.get("/api/dashboard/me")).json();
  const other = `Switched to ${crypto.randomUUID()}`;
  const made = await page.request.post(`/api/dashboard/accounts/${me.accounts[0].id}/projects`, {
    data: { name: other, platforms: ["ANDROID"], time_zone: "UTC", currency: "EUR" },
  });
  const { id } = (await made.json()).data.project;
  const first = firstProject().id;
  const campaign = await page.request.post(`/api/dashboard/projects/${first}/campaigns`, {
    data: { name: "Named in the tab" },
  });
  await page.goto(`/p/${first}/campaigns/${(await campaign.json()).data.campaign.id}`);
  await expect(page).toHaveTitle("Named in the tab · Campaigns · Cairn");
  await page.getByRole("button", { name: "Change project" }).click();
  await page.getByRole("option", { name: other }).click();
  await page.waitForURL(`**/p/${id}/campaigns`);
  await expect(page).toHaveTitle(`Campaigns · ${other} · Cairn`);
});

test("an archived project moves to the end of the list, and can be restored", async ({ page }) => {
  const { data: me } = await (await page.request.get("/api/dashboard/me")).json();
  const made = await page.request.post(`/api/dashboard/accounts/${me.accounts[0].id}/projects`, {
    data: { name: "Last season", platforms: ["ANDROID"], time_zone: "UTC", currency: "EUR" },
  });
  await page.goto(`/p/${(await made.json()).data.project.id}/settings/archive`);
  await page.getByRole("button", { name: "Archive project" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Archive project" }).click();
  const state = page.getByRole("region", { name: "State of the project" });
  await expect(state).toContainText("Last season is archived.");
  await page.getByRole("button", { name: "Change project" }).click();
  await expect(page.getByRole("group", { name: "Archived" }).getByRole("option")).toHaveText([/Last season/]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Bring back" }).click();
  await expect(state).toBeHidden();
});
