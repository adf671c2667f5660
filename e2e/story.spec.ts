import type { Page } from "@playwright/test";
import { expect, test } from "./owner";
import { followLink, referrerParam } from "./visitor";

const { step } = test;

/** A random ID that is free in the account, whatever ran before. */
const id = `summit-${Math.random().toString(36).slice(2, 10)}`;
const install = "first-walk-in-the-alps";
const gaid = "38400000-8cf0-11bd-b23e-10b96e40000d";

/** The app of the story, with the token that a member copies from the screen. */
function anApp(page: Page, token: string) {
  return async (name: string, body: object = {}) => {
    const answer = await page.request.post(`/api/client/${name}`, {
      data: { token, install_instance_id: install, platform: "ANDROID", ...body },
    });
    return { status: answer.status(), ...(await answer.json()) };
  };
}

async function addListing(page: Page, name: string, url: string) {
  await page.getByRole("button", { name: /Add/ }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Store URL").fill(url);
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Add listing" }).click();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toBeVisible();
}

test("from an empty project to explained figures: link, click, install, decision, payment, refund, report, API", async ({
  page,
  context,
}) => {
  let base = "";
  const next = page.locator("[aria-current=step]");
  const overview = async () => {
    await page.goto(base);
    await expect(page.getByRole("heading", { name: "Story", level: 1 })).toBeVisible();
  };

  await step("an empty project shows the next step, and only that", async () => {
    await page.goto("/account/projects/new");
    await page.getByLabel("Name", { exact: true }).fill("Story");
    await page.getByRole("button", { name: "Create project" }).click();
    await page.waitForURL(/\/p\/\d+$/);
    base = new URL(page.url()).pathname;
    await expect(next).toContainText("Add your app");
    await next.getByRole("link", { name: "Add a store page" }).click();
    await addListing(page, "Trailhead on iOS", "https://apps.apple.com/app/id310633997");
    await addListing(
      page,
      "Trailhead on Android",
      "https://play.google.com/store/apps/details?id=com.trailhead.app",
    );
  });

  await step("a campaign says where it leads while it is made", async () => {
    await overview();
    await expect(next).toContainText("Create a link");
    await next.getByRole("link", { name: "New campaign" }).click();
    const sheet = page.getByRole("dialog", { name: "New campaign" });
    await sheet.getByLabel("Name").fill("Summit");
    await sheet.getByLabel("Custom ID").fill(id);
    await sheet.getByRole("textbox", { name: /^Deeplink/ }).fill("trailhead://summit");
    await sheet.getByLabel("Website").fill("https://trailhead.example/");
    await sheet.getByRole("button", { name: /^Phones and stores/ }).click();
    for (const [store, listing] of [
      ["App Store", "Trailhead on iOS"],
      ["Google Play", "Trailhead on Android"],
    ] as const) {
      await sheet.getByRole("combobox", { name: store }).click();
      await page.getByRole("option", { name: listing }).click();
    }
    await expect(sheet.getByText("A desktop goes to the website.")).toBeVisible();
    await sheet.getByRole("button", { name: "Create campaign" }).click();
    await expect(sheet).toBeHidden();
  });

  const own = `/api/dashboard/projects${base.slice("/p".length)}`;
  const { data: details } = await (await page.request.get(own)).json();
  const { data: domains } = await (await page.request.get(`${own}/domains`)).json();
  const host = domains.domains[0].host as string;
  const app = anApp(page, details.token);

  let referrer = "";
  await step("each kind of visitor is sent to its own place, and the click is seen to arrive", async () => {
    await overview();
    await expect(next).toContainText("Click it");
    await expect(next).toContainText(id);
    const path = `/?c=${id}&adset_id=77&adset_name=Alps&promo=spring`;
    // The store does not exist here, and a Playwright route cannot intercept a redirect.
    const query = context.waitForEvent(
      "request",
      (request) => request.url() === "https://trailhead.example/",
    );
    const opened = context.waitForEvent("page");
    await next.getByRole("link", { name: "Open link" }).click();
    const tab = await opened;
    await query;
    await tab.close();
    const onAndroid = await followLink(host, path, "android");
    expect(onAndroid.status).toBe(302);
    expect(onAndroid.location).toContain("https://play.google.com/store/apps/details?id=com.trailhead.app");
    referrer = referrerParam(onAndroid.location);
    await expect(next, "without a reload").toContainText("Send the first open");
    await expect(page.getByRole("listitem").filter({ hasText: "See the click arrive" })).toContainText(
      "Summit",
    );
    expect((await followLink(host, path, "iPhone")).location).toContain("https://apps.apple.com/");
    expect((await followLink(host, path, "desktop")).location).toBe("https://trailhead.example/");
    const preview = await followLink(host, path, "crawler");
    expect(preview.body).toContain("og:title");
  });

  await step("the first init makes the first figures", async () => {
    expect(await app("init", { device_data: { install_ref: referrer, gaid } })).toMatchObject({
      status: "accepted",
      success: true,
    });
    await expect(page.getByText("Get started")).toBeHidden();
    await expect(page.getByRole("region", { name: "Your first real install" })).toContainText(
      "Android, Summit",
    );
    await expect.poll(async () => (await app("attribution-data")).data.attribution_source).toBe("LINK");
    expect((await app("attribution-data")).data).toMatchObject({
      deeplink: expect.stringContaining("promo=spring"),
      campaign_data: { id, type: "INORGANIC" },
    });
  });

  await step("sign-up, events, payments and a refund", async () => {
    expect((await app("trigger", { user_data: { id: "ada", name: "Ada" } })).data.trigger).toBe(true);
    for (let i = 0; i < 2; i++) await app("capture-event", { event_name: "route_saved" });
    for (const [payment_id, amount] of [
      ["p1", 6.99],
      ["p1", 100],
      ["p2", 39.99],
    ] as const)
      await app("capture-payment", { payment_id, amount, type: "FIRST_PAYMENT" });
    expect((await app("remove-captured-payment", { payment_id: "p2" })).status).toBe(200);
  });

  await step(
    "the install is found by its device, and says where it came from and what followed",
    async () => {
      await page.getByRole("link", { name: "Activity", exact: true }).click();
      await page.getByRole("link", { name: "Installs", exact: true }).click();
      await page.getByRole("textbox", { name: "Look up an install" }).fill(gaid.toUpperCase());
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/installs\/[0-9a-f-]{36}/);
      await expect(page.getByText(/^This install came from “Summit”/).first()).toBeVisible();
      await expect(page.getByRole("progressbar", { name: "Match certainty" })).toBeVisible();
      for (const moment of ["Click", "Install", "Decision", "User", "Event", "Payment", "Payment removed"])
        await expect(page.getByRole("listitem").getByText(moment, { exact: true }).first()).toBeVisible();
    },
  );

  await step("report and overview show exactly that", async () => {
    await page.getByRole("link", { name: "Report", exact: true }).click();
    const report = page.getByRole("region", { name: "Report" });
    const row = report.getByRole("row", { name: /Summit/ });
    await expect(row).toBeVisible();
    const headers = await report.getByRole("columnheader").allInnerTexts();
    const cells = await row.getByRole("cell").allInnerTexts();
    const shown = Object.fromEntries(headers.map((head, at) => [head.trim(), cells[at]?.trim()]));
    expect(shown).toMatchObject({ Clicks: "4", Installs: "1", "Sign-ups": "1", Revenue: "US$6.99" });
    await row.getByRole("button", { name: /^Open/ }).click();
    await expect(report.getByRole("row", { name: /Alps/ })).toContainText("$6.99");
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    for (const [figure, value] of [
      ["Clicks", "4"],
      ["Installs", "1"],
      ["Revenue", "$6.99"],
    ] as const)
      await expect(
        page.getByRole("button", { name: `Show ${figure} in the chart` }).locator("xpath=.."),
      ).toContainText(value);
  });

  let key = "";
  await step("a server reads the same over the API", async () => {
    await page.goto(`${base}/developers/keys`);
    await page
      .getByRole("button", { name: /Create key/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Nightly report");
    await dialog.getByRole("button", { name: "Create key" }).click();
    key = /cairn_[0-9A-Za-z]{38}/.exec(await page.getByText(/cairn_[0-9A-Za-z]{38}/).innerText())![0];
    await page.keyboard.press("Escape");
    const limits = await page.request.put(`${own}/limits`, { data: { reporting: "off" } });
    expect(limits.status()).toBe(200);
    const load = async (path: string) =>
      (await page.request.get(`/api/v1/${path}`, { headers: { "service-key": key } })).json();
    const report = await load("reporting/campaigns");
    expect(report.data.campaigns).toHaveLength(1);
    expect(report.data.campaigns[0]).toMatchObject({
      display_id: id,
      clicks: "4",
      installs: "1",
      "sign-ups": "1",
      conversion: "100.00%",
      revenue: "$6.99",
      custom_events: { route_saved: { count: "2" } },
      payment_events: { FIRST_PAYMENT: { count: "1", total: "6.99" } },
      adSets: [{ id: "77", name: "Alps", installs: "1", revenue: "$6.99" }],
    });
    const users = await load(`attributed-users?display_id=${id}`);
    expect(users.data.users[0].user_data).toMatchObject({ id: "ada", name: "Ada" });
    const result = await load(`get-attribution-result?device_identifier=${gaid.toUpperCase()}`);
    expect(result.data).toMatchObject({ display_id: id, attribution_type: "INORGANIC", ad_set_name: "Alps" });
    const list = await load("campaigns");
    expect(list.data.campaigns[0]).toMatchObject({ display_id: id, attributed_users: 1 });
  });

  await step("suspended, only the report waits for the payment; resumed, all is as before", async () => {
    const report = async () =>
      (await page.request.get("/api/v1/reporting/campaigns", { headers: { "service-key": key } })).status();
    await page.goto(`${base}/settings/billing`);
    await page.getByLabel("Suspend the project").click();
    await page.getByLabel("Payment link").fill("https://pay.example/invoice/1");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The project is suspended")).toBeVisible();
    await expect.poll(report).toBe(402);
    expect((await app("capture-event", { event_name: "route_saved" })).status).toBe(200);
    await page.getByLabel("Suspend the project").click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The project is active")).toBeVisible();
    await expect.poll(report).toBe(200);
  });
});
