import type { Page } from "@playwright/test";
import { faults, sideways, visit } from "./looks";
import { expect, test } from "./owner";

/** A project in euros, with two campaigns that have network campaign IDs. */
async function aProject(page: Page) {
  const api = page.request;
  const { data: me } = await (await api.get("/api/dashboard/me")).json();
  const made = await api.post(`/api/dashboard/accounts/${me.accounts[0].id}/projects`, {
    data: { name: "Spend", platforms: ["IOS", "ANDROID"], time_zone: "Europe/Berlin", currency: "EUR" },
  });
  const { id } = (await made.json()).data.project;
  const own = `/api/dashboard/projects/${id}`;
  for (const [name, network, number] of [
    ["Alps", "META", "111"],
    ["Brand", "GOOGLE", "222"],
  ])
    await api.post(`${own}/campaigns`, {
      data: { name, network, network_campaign_id: number, store_listing_ids: [] },
    });
  const total = async () => (await (await api.get(`${own}/spend`)).json()).data.totals;
  const reported = async () => {
    const { data } = await (
      await api.get(`${own}/report?from=2026-06-01&to=2026-06-30&columns=spend`)
    ).json();
    return data.total.metrics.spend as number;
  };
  return { id, own, screen: `/p/${id}/spend`, total, reported };
}

const meta = [
  "Reporting starts,Reporting ends,Campaign name,Campaign ID,Ad set name,Ad Set ID,Amount spent (EUR)",
  '2026-06-01,2026-06-01,Alps,111,DACH,s1,"1,010.50"',
  "2026-06-02,2026-06-02,Alps,111,=France,s2,5.25",
];

const upload = (page: Page, name: string, lines: string[]) =>
  page
    .getByLabel("CSV file")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });

test("spend is entered by hand, errors are shown at their field, and a day can be deleted", async ({
  page,
}) => {
  const { screen, total } = await aProject(page);
  await page.goto(`${screen}?by=row`);
  await page.getByRole("button", { name: "Add manually" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Add spend manually" });
  await sheet.getByRole("button", { name: "Save spend" }).click();
  await expect(sheet.getByText("Choose a campaign.")).toBeVisible();
  await expect(sheet.getByText("Enter an amount, such as 120.50.")).toBeVisible();
  await sheet.getByLabel("Campaign", { exact: true }).click();
  await page.getByRole("option", { name: "Alps" }).click();
  await sheet.getByLabel("Day", { exact: true }).fill("2026-06-14");
  await sheet.getByLabel("Amount").fill("1.500");
  await sheet.getByRole("button", { name: "Save spend" }).click();
  await expect(sheet.getByText("This could be 1,500 or 1.5. Write 1500 or 1.5.")).toBeVisible();
  await sheet.getByLabel("Amount").fill("1,500");
  await expect(sheet.getByText("Saved as €1,500.00.")).toBeVisible();
  await sheet.getByLabel("Day", { exact: true }).fill("2199-06-14");
  await sheet.getByRole("button", { name: "Save spend" }).click();
  await expect(sheet.getByText("This day is in the future.")).toBeVisible();
  await sheet.getByLabel("Day", { exact: true }).fill("2026-06-14");
  await sheet.getByLabel("Currency").click();
  await page.getByRole("option", { name: "US Dollar" }).click();
  await sheet.getByRole("button", { name: "Save spend" }).click();
  await expect(sheet.getByText("There is no exchange rate from USD to EUR on 2026-06-14.")).toBeVisible();
  await sheet.getByLabel("Currency").click();
  await page.getByRole("option", { name: "Euro" }).first().click();
  await sheet.getByRole("button", { name: "Save spend" }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByText("€1,500.00 saved for “Alps” on Sun, 14 Jun 2026")).toBeVisible();
  await expect(page.getByRole("row", { name: /Alps/ })).toContainText("€1,500.00");

  await page.getByRole("button", { name: /^More about Alps/ }).click();
  await page.getByRole("menuitem", { name: "Delete the whole day" }).click();
  const query = page.getByRole("alertdialog");
  await expect(query).toContainText("1 row of spend, €1,500.00.");
  await query.getByRole("button", { name: "Delete spend" }).click();
  await expect(page.getByText("No spend yet")).toBeVisible();
  expect((await total()).rows).toBe(0);
});

test("a file is previewed with its errors by line and stored, and storing it again counts nothing twice", async ({
  page,
}) => {
  const { screen, total, reported } = await aProject(page);
  await page.goto(`${screen}/upload`);
  await upload(page, "june.csv", [
    ...meta,
    "2026-06-31,,Alps,111,DACH,s1,3",
    "2026-06-03,,Alps,111,DACH,s1,much",
  ]);
  await expect(page.getByRole("heading", { name: "2 problems" })).toBeVisible();
  const problems = page.getByRole("region", { name: "Problems by line" });
  await expect(problems.getByRole("row", { name: /2026-06-31/ })).toContainText("This is not a valid date");
  await expect(problems.getByRole("row", { name: /much/ })).toContainText("5");
  const store = page.getByRole("button", { name: /^Import \d/ });
  await expect(store).toBeDisabled();
  await page.getByLabel("Leave these lines out").click();
  await expect(page.getByRole("button", { name: "Import 2 rows" })).toBeEnabled();
  expect((await total()).rows).toBe(0);
  await store.click();
  await expect(page.getByText("2 rows imported", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "View spend" }).click();
  await expect(page.getByRole("row", { name: /DACH/ })).toContainText("€1,010.50");
  expect(await reported()).toBe(101_575);

  await page.goto(`${screen}/upload`);
  await upload(page, "june again.csv", meta.slice(0, 2));
  await expect(page.getByText("Replaces 1 existing row, €1,010.50.")).toBeVisible();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByText("1 row imported", { exact: true })).toBeVisible();
  expect(await total()).toMatchObject({ rows: 2, amount_minor: 101_575 });
  await page.goto(`${screen}/imports`);
  await expect(page.getByRole("row", { name: /june again\.csv/ })).toContainText("€1,010.50");
});

test("a future day, a missing amount and a repeated line need a decision before a file is stored", async ({
  page,
}) => {
  const { screen, total } = await aProject(page);
  await page.goto(`${screen}/upload`);
  await upload(page, "june.csv", [
    ...meta,
    "2026-06-02,2026-06-02,Alps,111,=France,s2,5.25",
    "2199-06-03,,Alps,111,DACH,s1,7",
    "2026-06-03,,Alps,111,DACH,s1,",
  ]);
  const store = page.getByRole("button", { name: /^Import \d/ });
  await expect(page.getByText("3 left to decide.")).toBeVisible();
  await expect(store).toBeDisabled();
  const decide = (line: string, choice: string) =>
    page.getByRole("listitem").filter({ hasText: line }).getByRole("radio", { name: choice }).click();
  await decide("1 line is dated in the future", "Leave out");
  await decide("1 line has no amount", "Import as zero");
  await expect(page.getByText("1 left to decide.")).toBeVisible();
  await expect(store).toBeDisabled();
  await decide("1 line is an exact duplicate", "Count once");
  await expect(page.getByText("All settled.")).toBeVisible();
  await page.getByRole("button", { name: "Import 3 rows" }).click();
  await expect(page.getByText("3 rows imported", { exact: true })).toBeVisible();
  expect(await total()).toMatchObject({ rows: 3, amount_minor: 101_575 });
});

test("unknown campaigns are chosen, and a missing rate is added during the upload", async ({ page }) => {
  const { screen, total } = await aProject(page);
  await page.goto(`${screen}/upload`);
  await upload(page, "google.csv", [
    "Campaign report",
    "Day,Campaign,Campaign ID,Campaign type,Currency code,Cost",
    "2026-06-01,Brand,222,Search,USD,10",
    "2026-06-01,Old,999,Search,USD,5",
    "Total: Account,,,,USD,15",
  ]);
  await expect(page.getByText("Unknown campaigns")).toBeVisible();
  await page.getByLabel("Campaign for Old").click();
  await page.getByRole("option", { name: "Alps" }).click();
  await expect(page.getByText("All settled.")).toBeVisible();
  await page.getByRole("button", { name: "Add rate" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Rate").fill("0.9");
  await dialog.getByRole("button", { name: "Add rate" }).click();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByText("2 rows imported", { exact: true })).toBeVisible();
  expect(await total()).toMatchObject({ rows: 2, amount_minor: 1_350 });

  await page.goto(`${screen}/rates`);
  await page.getByRole("button", { name: /^Change the rate of USD/ }).click();
  await dialog.getByLabel("Rate").fill("1,275");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("This could be 1,275 or 1.275. Write 1275 or 1.275.")).toBeVisible();
  await dialog.getByLabel("Rate").fill("0,5");
  await expect(dialog.getByText("1 USD = 0.5 EUR")).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("2 rows recalculated: €6.00 less")).toBeVisible();
  expect((await total()).amount_minor).toBe(750);
  await page.getByRole("button", { name: /^Remove the rate of USD/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove rate" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("would have no rate");
});

test("the screens of spend are accessible in both themes and fit a phone", async ({ page }) => {
  const { id, own, screen } = await aProject(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.request.post(`${own}/network-accounts`, {
    data: { network: "meta", name: "Main", external_id: "1" },
  });
  await page.request.put(`${own}/spend/rates`, {
    data: { rates: [{ currency: "USD", day: "2026-06-01", rate: 0.9 }] },
  });
  const { campaigns } = (await (await page.request.get(`${own}/campaigns`)).json()).data;
  await page.request.post(`${own}/spend`, {
    data: {
      date: "2026-06-14",
      campaign: campaigns[0].display_id,
      amount: 3,
      currency: "USD",
      ad_set_id: "s",
    },
  });
  await page.goto(`${screen}/upload`);
  await upload(page, "june.csv", [
    ...meta,
    "2026-06-31,,Nobody,5,DACH,s1,3",
    "2026-06-30,,Nobody,5,DACH,s1,3",
  ]);
  await expect(page.getByRole("heading", { name: "1 problem" })).toBeVisible();
  const pages = [
    new URL(page.url()).pathname,
    ...["", "/upload", "/imports", "/rates", "/sources"].map((each) => screen + each),
  ];
  for (const path of pages) {
    await visit(page, path);
    expect([...(await faults(page, path)), ...(await sideways(page, path))]).toEqual([]);
  }
  expect(id).toBeGreaterThan(0);
});

test("a campaign's spend opens to its ad sets and ads, and each amount opens its rows", async ({ page }) => {
  const { screen, own } = await aProject(page);
  const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const ids = { network: "META", network_campaign_id: "111", date: today, currency: "EUR" };
  for (const [ad_set_name, creative_name, amount] of [
    ["DACH", "Sunrise", 30],
    ["DACH", "Summit", 12],
    ["France", "Summit", 5],
  ] as const) {
    const part = { ad_set_id: ad_set_name, ad_set_name, creative_id: creative_name, creative_name };
    const stored = await page.request.post(`${own}/spend`, { data: { ...ids, ...part, amount } });
    expect(stored.status()).toBe(200);
  }
  const whole = await page.request.post(`${own}/spend`, { data: { ...ids, amount: 3 } });
  expect(whole.status()).toBe(200);
  await page.goto(screen);
  const table = page.getByRole("region", { name: "Spend by campaign" });
  await expect(table.getByRole("row", { name: /DACH/ })).toHaveCount(0);
  await table.getByRole("button", { name: "Open Alps" }).click();
  await expect(table.getByRole("row", { name: /France/ })).toContainText("€5.00");
  await expect(table.getByRole("row", { name: /Not broken down/ })).toContainText("€3.00");
  await table.getByRole("button", { name: "Open DACH" }).click();
  await expect(table.getByRole("row", { name: /Sunrise/ })).toContainText("€30.00");
  expect(await faults(page, "opened spend")).toEqual([]);
  await table.getByRole("row", { name: /DACH/ }).getByRole("link", { name: "€42.00" }).click();
  const rows = page.getByRole("region", { name: "Rows of spend" });
  await expect(rows.getByRole("row")).toHaveCount(3);
  await expect(rows.getByRole("row", { name: /France/ })).toHaveCount(0);
  await page.goto(screen);
  await table.getByRole("button", { name: "Open Alps" }).click();
  await table.getByRole("button", { name: "Close Alps" }).click();
  await expect(table.getByRole("row", { name: /DACH/ })).toHaveCount(0);
});
