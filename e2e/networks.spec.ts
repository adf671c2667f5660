import type { Locator, Page } from "@playwright/test";
import { aListProject } from "./campaign-list";
import { faults, sideways } from "./looks";
import { expect, test } from "./owner";

const option = (page: Page, name: string) => page.getByRole("option", { name, exact: true });

async function pick(page: Page, field: Locator, name: string) {
  await field.click();
  await option(page, name).click();
}

test("a network of one's own has windows, its destination sends ad revenue under a name of its own, and its publisher is blocked", async ({
  page,
}) => {
  const { id, own } = await aListProject(page.request);
  const api = async (path: string) => (await (await page.request.get(`${own}${path}`)).json()).data;

  await page.goto(`/p/${id}/settings/ad-networks`);
  await page.getByRole("button", { name: "Add network" }).click();
  const dialog = page.getByRole("dialog", { name: "Add network" });
  await dialog.getByLabel("Name").fill("Acme Ads");
  await dialog.getByLabel("Click ID parameter").fill("acme_click");
  await dialog.getByLabel("Publisher parameter").fill("site");
  await dialog.getByLabel("Click window").fill("31");
  await dialog.getByLabel("View window").fill("0");
  await dialog.getByRole("button", { name: "Add network" }).click();
  await expect(dialog.getByText("Enter at most 30 days.")).toBeVisible();
  expect(await faults(page, "the form of a network")).toEqual([]);
  await dialog.getByLabel("Click window").fill("3");
  // The windows are saved by a second call. If it fails, the next attempt does not add the network again.
  const rejected = { status: 409, json: { msg: "Not now.", status: 409, data: null } };
  // Not `times: 1`: while Chromium ends the interception, it may lose the next request.
  let isFirst = true;
  await page.route("**/ad-networks/*/windows", async (route) => {
    const isRejected = isFirst;
    isFirst = false;
    await (isRejected ? route.fulfill(rejected) : route.continue());
  });
  await dialog.getByRole("button", { name: "Add network" }).click();
  await expect(dialog.getByLabel("Name")).toBeDisabled();
  await dialog.getByRole("button", { name: "Add network" }).click();
  await expect(page.getByText("“Acme Ads” was added")).toBeVisible();
  const { networks } = await api("/ad-networks");
  expect(networks.find(({ code }: { code: string }) => code === "Acme_Ads")).toMatchObject({
    own_windows: { click_window_days: 3, view_window_hours: 0 },
  });

  await page.goto(`/p/${id}/destinations/new/custom_network`);
  await pick(page, page.getByRole("combobox", { name: "Network" }), "Acme Ads");
  await page.getByLabel("URL for installs").fill("https://acme.example/install?c={click_id}&p={pub_idd}");
  await page.getByLabel("URL for ad revenue").fill("https://acme.example/ads?c={click_id}&r={revenue}");
  await page.getByRole("button", { name: "Add rule" }).click();
  const rules = page.getByRole("list", { name: "Rules" });
  const added = rules.getByRole("listitem").last();
  await pick(page, added.getByRole("combobox", { name: /^Event, rule/ }), "Ad revenue");
  await expect(added.getByLabel(/^Sent as/)).toHaveValue("ad_impression");
  await expect(added.getByText("Sent for each impression.")).toBeVisible();
  await page.getByRole("button", { name: "Add as dry run" }).click();
  await expect(page.getByText("Unknown macro: {pub_idd}. Did you mean {pub_id}?")).toBeVisible();
  expect([...(await faults(page, "a mapping")), ...(await sideways(page, "a mapping"))]).toEqual([]);
  await page.getByLabel("URL for installs").fill("https://acme.example/install?c={click_id}&p=(siteid)");
  await page.getByRole("button", { name: "Add as dry run" }).click();
  await page.waitForURL(/\/destinations\/\d+$/);
  const { destinations } = await api("/destinations");
  expect(destinations[0]).toMatchObject({
    mode: "dry_run",
    settings: { network: "Acme_Ads", install_url: "https://acme.example/install?c={click_id}&p={pub_id}" },
  });
  expect(destinations[0].rules.at(-1)).toMatchObject({ on: "ad_revenue", sends: "ad_impression" });

  await page.goto(`/p/${id}/attribution?section=blocks`);
  await page.getByRole("button", { name: "Add entry" }).first().click();
  const form = page.getByRole("dialog", { name: "Add to block list" });
  await form.getByRole("textbox", { name: "Publisher" }).fill("com.free.flashlight");
  await pick(page, form.getByLabel("Clicks of"), "Acme Ads");
  await form.getByLabel("Only after").fill("0");
  await form.getByRole("textbox", { name: "Reason" }).fill("Installs within seconds");
  await form.getByRole("button", { name: "Add entry" }).click();
  await expect(form.locator("[aria-invalid=true]")).toHaveCount(1);
  expect(await faults(page, "the form of a publisher")).toEqual([]);
  await form.getByLabel("Only after").fill("50");
  await form.getByRole("button", { name: "Add entry" }).click();
  const row = page.getByRole("row", { name: /com\.free\.flashlight/ });
  await expect(row).toContainText("Publisher of Acme Ads");
  await expect(row).toContainText("50");
});
