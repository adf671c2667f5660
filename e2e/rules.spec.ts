import type { APIRequestContext, Page } from "@playwright/test";
import { faults, sideways } from "./looks";
import { expect, test } from "./owner";
import { followLink, referrerParam } from "./visitor";

/** A project with one campaign and one install, which followed its click within a second. */
async function aProject(page: Page) {
  const api: APIRequestContext = page.request;
  const { data: me } = await (await api.get("/api/dashboard/me")).json();
  const made = await api.post(`/api/dashboard/accounts/${me.accounts[0].id}/projects`, {
    data: { name: "Rules", platforms: ["IOS", "ANDROID"], time_zone: "Europe/Berlin", currency: "EUR" },
  });
  const { id } = (await made.json()).data.project;
  const own = `/api/dashboard/projects/${id}`;
  const { data: details } = await (await api.get(own)).json();
  const listing = await api.post(`${own}/store-listings`, {
    data: { name: "Android", url: "https://play.google.com/store/apps/details?id=com.example.rules" },
  });
  const campaign = await api.post(`${own}/campaigns`, {
    data: {
      name: "Spring",
      store_listing_ids: [(await listing.json()).data.store_listing.store_listing_id],
    },
  });
  const { display_id: displayId } = (await campaign.json()).data.campaign;
  const { domains } = (await (await api.get(`${own}/domains`)).json()).data;
  await page.goto(`/p/${id}/attribution`);
  const referrer = referrerParam((await followLink(domains[0].host, `/?c=${displayId}`, "android")).location);
  await api.post("/api/client/init", {
    data: {
      token: details.token,
      install_instance_id: `rules-${id}`,
      platform: "ANDROID",
      device_data: { install_ref: referrer },
    },
  });
  await expect
    .poll(async () => (await (await api.get(`${own}/installs?suspicious=yes`)).json()).data.installs.length)
    .toBe(1);
  return { id, own, screen: `/p/${id}/attribution` };
}

test("a rule is changed, replayed on past installs, applied and restored; nothing changes before", async ({
  page,
}) => {
  const { id, own, screen } = await aProject(page);
  const campaignsOf = async () =>
    (await (await page.request.get(`${own}/installs`)).json()).data.installs.map(
      (one: { campaign: { name: string } | null }) => one.campaign?.name ?? null,
    );
  await page.goto(`${screen}?section=fraud`);
  await expect(page.getByText("1 suspicious of 1 install in 30 days (100%)")).toBeVisible();
  const table = page.getByRole("table", { name: "Fraud rules" });
  await expect(table.getByRole("row", { name: /^Too fast/ })).toContainText("1100%1");
  await page.getByLabel("Too fast: action").click();
  await page.getByRole("option", { name: "Do not attribute" }).click();
  const bar = page.getByRole("region", { name: "Changes" });
  await bar.getByRole("button", { name: "Run test" }).click();
  await expect(page.getByRole("heading", { name: "1 of 1 installs would move" })).toBeVisible();
  await expect(page.getByText("Too fast: tag → do not attribute")).toBeVisible();
  await expect(page.getByRole("region", { name: "Figures by campaign" })).toContainText("Spring");
  expect(await campaignsOf()).toEqual(["Spring"]);

  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("heading", { name: "1 of 1 installs moved" })).toBeVisible();
  expect(await campaignsOf()).toEqual([null]);
  await page.getByRole("list", { name: "Changed installs" }).getByRole("link").click();
  await expect(page.getByText("Why it's suspicious")).toBeVisible();
  await expect(page.getByText("Rejected as fraud").first()).toBeVisible();

  await page.goto(`${screen}?section=history`);
  await expect(page.getByText("Too fast: tag → do not attribute")).toBeVisible();
  await page.getByRole("button", { name: "Fraud rules" }).click();
  await page.getByLabel("Too fast: action").click();
  await page.getByRole("option", { name: "Tag", exact: true }).click();
  await bar.getByRole("button", { name: "Run test" }).click();
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply" }).click();
  await expect.poll(campaignsOf).toEqual(["Spring"]);
  await page.goto(`/p/${id}/attribution/what-if`);
  await expect(page.getByRole("row")).toHaveCount(3);
});

test("a window out of bounds is rejected at its field, and unsaved changes are not lost by accident", async ({
  page,
}) => {
  const { screen } = await aProject(page);
  await page.goto(screen);
  await expect(page.getByText("7 days · Default")).toBeVisible();
  await page.getByRole("button", { name: "Edit Clicks" }).click();
  await expect(page.getByRole("spinbutton", { name: "Clicks", exact: true })).toBeFocused();
  await page.getByRole("spinbutton", { name: "Clicks", exact: true }).fill("45");
  // The section of the rejected value opens.
  await page.getByRole("button", { name: "IP lists" }).click();
  const bar = page.getByRole("region", { name: "Changes" });
  await bar.getByRole("button", { name: "Apply from now on" }).click();
  await expect(bar).toContainText("Fix the errors above first.");
  await expect(page.getByRole("spinbutton", { name: "Clicks", exact: true })).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByText("Leave without saving?")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("spinbutton", { name: "Clicks", exact: true }).fill("14");
  await bar.getByRole("button", { name: "Apply from now on" }).click();
  await expect(bar).toBeHidden();
  await page.getByRole("button", { name: "Done: Clicks" }).click();
  await expect(page.getByRole("button", { name: "Edit Clicks" })).toBeFocused();
  await page.getByRole("button", { name: "History" }).click();
  await expect(page.getByText("Click window: 7 days → 14 days")).toBeVisible();
  await page.getByRole("button", { name: "Windows" }).click();
  await page.getByRole("button", { name: "Reset Clicks" }).click();
  await expect(page.getByText("7 days · Default")).toBeVisible();
});

test("the fraud table opens thresholds and the installs behind each figure; axe finds nothing", async ({
  page,
}) => {
  const { screen } = await aProject(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${screen}?section=fraud`);
  await expect(page.getByText("1 suspicious")).toBeVisible();
  expect(await sideways(page, "fraud rules on a phone")).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Too fast", exact: true }).click();
  await expect(page.getByText("Click to download")).toBeVisible();
  await page.getByRole("button", { name: "Edit Click to download" }).click();
  await page.getByRole("spinbutton", { name: "Click to download" }).fill("5");
  expect(await faults(page, "an opened fraud rule")).toEqual([]);
  await page.getByRole("region", { name: "Changes" }).getByRole("button", { name: "Undo" }).click();
  await page
    .getByRole("row", { name: /^Too fast/ })
    .getByRole("link", { name: "1", exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/installs\?fraud_rule=too_fast/);
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
});

test("the simulator decides described clicks, gives the reason, and stores nothing", async ({ page }) => {
  const { own, screen } = await aProject(page);
  await page.goto(`${screen}/simulator`);
  await page.getByRole("button", { name: "Run" }).click();
  const decision = page.getByLabel("Result");
  await expect(decision).toContainText("This install came from “Spring”");
  await page.getByLabel("Time before the first open").fill("40");
  await page.getByLabel("Unit of time").click();
  await page.getByRole("option", { name: "days" }).click();
  await page.getByRole("button", { name: "Run" }).click();
  await expect(decision).toContainText("This install is organic");
  await expect(decision).toContainText("longer before the install than the attribution window allows");
  const { installs } = (await (await page.request.get(`${own}/installs`)).json()).data;
  expect(installs).toHaveLength(1);
  expect(await faults(page, "a simulated install")).toEqual([]);
});
