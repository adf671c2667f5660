import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { aListedCampaign } from "./campaign-list";
import { aFigureProject } from "./figures";
import { faults } from "./looks";
import { expect, test } from "./owner";

const { step } = test;

/** Counts the presses on the page, whatever causes them. */
async function clickCounter(page: Page) {
  let clicks = 0;
  await page.exposeFunction("countPress", () => {
    clicks++;
  });
  // Not of the window, where Playwright stops a press on something that moved, which it then repeats.
  await page.addInitScript(() =>
    document.addEventListener(
      "pointerdown",
      () => (window as unknown as { countPress(): void }).countPress(),
      true,
    ),
  );
  /** Performs a task, which starts on the overview, and returns its number of clicks. */
  return async (overview: string, task: () => Promise<void>): Promise<number> => {
    const performed = await countedTask(overview, task);
    // Whatever the task has opened has names for screen readers.
    expect(await faults(page, "after the task", "one theme")).toEqual([]);
    return performed;
  };
  async function countedTask(overview: string, task: () => Promise<void>): Promise<number> {
    await page.goto(overview);
    await expect(page.getByRole("button", { name: "Show Spend in the chart" })).toBeVisible();
    clicks = 0;
    await task();
    // The page reports its presses before it returns this.
    await page.evaluate(() => undefined);
    return clicks;
  }
}

/** A server of a member that rejects calls until it is repaired. It listens where the tested server may call it. */
async function aReceiver() {
  const host = process.env.E2E_RECEIVER;
  if (!host) throw new Error("E2E_RECEIVER names no host and port: run the browser tests with npm test");
  const state = { isBroken: true, accepted: 0 };
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      if (!state.isBroken) state.accepted++;
      response.writeHead(state.isBroken ? 400 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(Number(host.split(":")[1]), "127.0.0.1", resolve));
  return {
    state,
    url: `http://${host}/cairn`,
    end: () => new Promise((resolve) => server.close(resolve)),
  };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A project with an install, and a campaign that spends more than a week ago, and brings nothing. */
async function aBusyProject(page: Page) {
  const api = page.request;
  const figures = await aFigureProject(page);
  const project = { ...figures, screen: `/p/${figures.id}/campaigns` };
  const alps = await aListedCampaign(api, project, { name: "Alps", network: "META" });
  const { data } = await (await api.get(`${figures.own}/campaigns/${alps}`)).json();
  for (const [days, amount] of [
    [10, 100],
    [3, 300],
  ] as const) {
    const spent = { campaign: data.campaign.display_id, date: daysAgo(days), amount, currency: "EUR" };
    expect((await api.post(`${figures.own}/spend`, { data: spent })).status()).toBe(200);
  }
  return { ...figures, alps };
}

test("a marketer's everyday tasks take few clicks from the overview", async ({ page }) => {
  const { id, own, alps, send } = await aBusyProject(page);
  const overview = `/p/${id}`;
  const clicksOf = await clickCounter(page);
  const main = page.getByRole("navigation", { name: "Main" });
  const campaign = async () =>
    (await (await page.request.get(`${own}/campaigns/${alps}`)).json()).data.campaign;

  await step("find the worst campaign of the week and pause it", async () => {
    const clicks = await clicksOf(overview, async () => {
      await page.getByRole("button", { name: "Show Spend in the chart" }).click();
      await page.getByRole("button", { name: "Pause Alps" }).click();
      await page.getByRole("button", { name: "Pause campaign" }).click();
      await expect(page.getByText("“Alps” is paused")).toBeVisible();
    });
    expect((await campaign()).active).toBe(false);
    expect(clicks).toBe(3);
  });

  await step("match unmatched spend", async () => {
    // An ad account needs a network to sync with, so only the campaign is real.
    const unknown = { id: "777", name: "ALPS", currency: "EUR", amount_minor: 4_200 };
    const suggested = { id: alps, name: "Alps" };
    const account = { id: 1, network: "META", name: "Main", unknown: [{ ...unknown, suggested }] };
    await page.route("**/spend/pulls", (route) =>
      route.fulfill({ json: { msg: "Accounts.", status: 200, data: { accounts: [account] } } }),
    );
    await page.route("**/spend/pulls/1/run", (route) =>
      route.fulfill({ json: { msg: "Syncing.", status: 200, data: { account } } }),
    );
    const clicks = await clicksOf(overview, async () => {
      await main.getByRole("link", { name: "Spend" }).click();
      await page.getByRole("button", { name: "Match with “Alps”" }).click();
      await expect(page.getByText("Matched with “Alps”")).toBeVisible();
    });
    await page.unrouteAll();
    expect((await campaign()).network_campaign_id).toBe("777");
    expect(clicks).toBe(2);
  });

  await step("explain an install", async () => {
    const clicks = await clicksOf(overview, async () => {
      await main.getByRole("link", { name: "Activity" }).click();
      await page
        .getByRole("navigation", { name: "Activity" })
        .getByRole("link", { name: "Installs", exact: true })
        .click();
      await page.getByRole("row", { name: /Android/ }).click();
      await expect(page.getByText(/^This install came from/).first()).toBeVisible();
    });
    expect(clicks).toBe(3);
  });

  await step("connect a webhook, and send a failed delivery again", async () => {
    const { url, state, end } = await aReceiver();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const clicks = await clicksOf(overview, async () => {
      await main.getByRole("link", { name: "Destinations" }).click();
      await page.getByRole("link", { name: /^Webhook/ }).click();
      await expect(page.getByLabel("Address")).toBeFocused();
      await page.keyboard.type(url);
      await page.getByRole("button", { name: "Add and go live" }).click();
      const secret = page.getByRole("dialog", { name: "Signing secret" });
      await secret.getByRole("button", { name: "Copy secret and close" }).click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^whsec_/);
      await expect(page.getByRole("heading", { name: "Webhook" })).toBeVisible();
      await send("capture-event", { event_name: "hike_finished" });
      const again = page.getByRole("button", { name: /^Send Event of .+ again$/ });
      await expect(again).toBeVisible();
      state.isBroken = false;
      await again.click();
      await expect(page.getByText("It's queued again")).toBeVisible();
      await expect(again).toHaveCount(0);
    });
    await expect.poll(() => state.accepted).toBe(1);
    await end();
    expect(clicks).toBe(5);
  });

  await step("share last month by country", async () => {
    const clicks = await clicksOf(overview, async () => {
      await page.getByRole("button", { name: /^Days: / }).click();
      await page.getByRole("button", { name: "Last month" }).click();
      await expect(page).toHaveURL(/range=last-month/);
      await page.getByRole("button", { name: /^Share .* by country$/ }).click();
      await page.getByRole("button", { name: "Create share link" }).click();
      await expect(page.getByText(/\/share\/\w+/)).toBeVisible();
    });
    const { data } = await (await page.request.get(`${own}/shares`)).json();
    expect(data.shares[0]).toMatchObject({ title: expect.stringMatching(/installs by country$/) });
    expect(clicks).toBe(4);
  });
});
