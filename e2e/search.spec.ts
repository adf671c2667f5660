import { faults } from "./looks";
import { expect, firstProject, test } from "./owner";

test("from anywhere, by keyboard: a campaign, a user, an install and an endpoint are found by name or ID", async ({
  page,
}) => {
  const { data: me } = await (await page.request.get("/api/dashboard/me")).json();
  const made = await page.request.post(`/api/dashboard/accounts/${me.accounts[0].id}/projects`, {
    data: { name: "Search", platforms: ["ANDROID"], time_zone: "UTC", currency: "EUR" },
  });
  const { id } = (await made.json()).data.project;
  const own = `/api/dashboard/projects/${id}`;
  const { data: details } = await (await page.request.get(own)).json();
  const campaign = await page.request.post(`${own}/campaigns`, { data: { name: "Aurora nights" } });
  const { id: campaignId, display_id: displayId } = (await campaign.json()).data.campaign;
  const app = { token: details.token, install_instance_id: "search-install", platform: "ANDROID" };
  await page.request.post("/api/client/init", { data: app });
  await page.request.post("/api/client/trigger", {
    data: { ...app, user_data: { id: "wren-17", name: "Wren Walker", email: "wren@example.com" } },
  });

  await page.request.post("/api/client/capture-payment", {
    data: { ...app, user_id: "wren-17", payment_id: "order-77", amount: 5 },
  });

  await page.goto(`/p/${id}/report`);
  const search = async (text: string) => {
    // A menu that is closing still has the focus.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
    await page.keyboard.type(text);
  };
  const option = (name: RegExp) => page.getByRole("option", { name });

  await search("aurora");
  await expect(option(/^Aurora nights/)).toHaveAttribute("aria-selected", "true");
  expect(await faults(page, "search", "one theme")).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/p/${id}/campaigns/${campaignId}`);

  await search("wren@exam");
  await expect(option(/Wren Walker/)).toBeVisible();
  await option(/Wren Walker/).click();
  await page.waitForURL(/\/installs\/[0-9a-f-]{36}/);

  await search("search-install");
  await option(/instance id/).click();
  await page.waitForURL(/\/installs\/[0-9a-f-]{36}/);

  await search("order-77");
  await option(/^order-77$/).click();
  await page.waitForURL(/\/payments\?payment=order-77/);

  await search(`https://links.example.com/?c=${displayId}&utm_source=newsletter`);
  await option(/^Aurora nights/).click();
  await page.waitForURL(`**/p/${id}/campaigns/${campaignId}`);

  await page.keyboard.press("Control+k");
  await expect(option(/Payments · Search/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.type("dark mode");
  await option(/Dark mode/).click();
  await expect(page.locator("html")).toHaveClass(/dark/);

  await search("invite");
  await option(/Invite member/).click();
  await expect(page.getByRole("dialog").getByLabel("Email", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto(`/p/${id}`);

  await search("server keys");
  await expect(option(/Developers \/ Keys/)).toBeVisible();
  await page.keyboard.press("Escape");

  await search("time zone");
  await expect(option(/Settings \/ Details/)).toBeVisible();
  await page.keyboard.press("Escape");

  await search("capture-payment");
  await option(/POST \/api\/client\/capture-payment/).click();
  await page.waitForURL(/\/docs\/apps\/events-and-payments#/);
  await expect(page.getByRole("heading", { name: "Track a payment" })).toBeInViewport();

  await page.goto(`/p/${firstProject().id}`);
  await search("aurora");
  await expect(page.getByText("No results")).toBeVisible();
});

test("letters typed right after the shortcut, before the search has focus, are included in the search", async ({
  page,
}) => {
  await page.goto(`/p/${firstProject().id}/report`);
  await expect(page.getByRole("heading", { name: "Report", level: 1 })).toBeVisible();
  await page.evaluate(() => {
    const press = (key: string, ctrlKey = false) =>
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true }),
      );
    press("k", true);
    press("c");
    press("a");
  });
  const field = page.getByRole("dialog").getByRole("combobox");
  await expect(field).toBeFocused();
  await page.keyboard.type("mp");
  await expect(field).toHaveValue("camp");
});

test("the search finds what a project contains under a network's name, and answers a plain request with the report", async ({
  page,
}) => {
  const { data: me } = await (await page.request.get("/api/dashboard/me")).json();
  const made = await page.request.post(`/api/dashboard/accounts/${me.accounts[0].id}/projects`, {
    data: { name: "Contents", platforms: ["ANDROID"], time_zone: "UTC", currency: "EUR" },
  });
  const { id } = (await made.json()).data.project;
  const own = `/api/dashboard/projects/${id}`;
  await page.request.post(`${own}/campaigns`, { data: { name: "Alps", network: "META" } });
  await page.request.post(`${own}/campaigns`, { data: { name: "Brand", network: "GOOGLE" } });
  const destination = await page.request.post(`${own}/destinations`, {
    data: { kind: "webhook", name: "Meta mirror", settings: { url: "https://hooks.example.com" }, rules: [] },
  });
  const { id: destinationId } = (await destination.json()).data.destination;
  await page.goto(`/p/${id}/clicks`);
  const search = async (text: string) => {
    // A menu that is closing still has the focus.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
    await page.keyboard.type(text);
  };
  const option = (name: string) => page.getByRole("option", { name });

  await search("meta");
  await expect(option("Meta spend")).toBeVisible();
  await option("Meta campaigns").click();
  await page.waitForURL(`**/p/${id}/campaigns?network=META`);
  await expect(page.getByRole("link", { name: "Alps" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Brand" })).toHaveCount(0);

  await search("meta");
  await option("Meta mirror").click();
  await page.waitForURL(`**/p/${id}/destinations/${destinationId}`);

  await search("installs by network last 7 days");
  await expect(option("Installs by network, last 7 days")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/report\?/);
  await expect(page.getByRole("button", { name: /^Days: Last 7 days/ })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Network" })).toBeVisible();
});
