import { readFileSync } from "node:fs";
import { aFigureProject, hostile } from "./figures";
import { faults, sideways, visit } from "./looks";
import { expect, test } from "./owner";

test("the report: columns, a saved view, the rows behind a figure", async ({ page }) => {
  const { id } = await aFigureProject(page);
  await page.goto(`/p/${id}/report`);
  const table = page.getByRole("region", { name: "Report" });
  await expect(table.getByRole("link", { name: hostile })).toBeVisible();

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByLabel("Find a column").fill("hike_finished: users");
  const column = page.getByRole("checkbox", { name: /hike_finished: users/ });
  await column.click();
  await expect(column).toBeChecked();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(table.getByRole("columnheader", { name: "hike_finished: users" })).toBeVisible();

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByLabel("Name").fill("Hikers");
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByRole("button", { name: "Hikers" })).toBeVisible();

  // The address contains the whole view, so the plain report does not have its column.
  await page.goto(`/p/${id}/report`);
  await expect(table.getByRole("columnheader", { name: "hike_finished: users" })).toBeHidden();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("link", { name: "Hikers" }).click();
  await expect(table.getByRole("columnheader", { name: "hike_finished: users" })).toBeVisible();
  expect(await faults(page, "report")).toEqual([]);

  await page.getByRole("button", { name: "Hikers" }).click();
  await page.getByRole("button", { name: "Delete the view Hikers" }).click();
  await page.getByRole("button", { name: "Delete view" }).click();
  await expect(page.getByRole("button", { name: "Views" })).toBeVisible();

  await page.goto(`/p/${id}/report`);
  const row = table.getByRole("row").filter({ hasText: hostile });
  await row.locator('a[href*="/installs?"]').first().click();
  await expect(page).toHaveURL(/\/installs\?counted=yes&kind=INSTALL&campaign=\d+&from=/);
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
  await page.goBack();
  await row.getByRole("link", { name: "€12.50" }).click();
  await expect(page).toHaveURL(/\/payments\?counted=yes&campaign=\d+&from=/);

  // The country of a visitor from this machine is unknown.
  await page.goto(`/p/${id}/report`);
  await page.getByRole("combobox", { name: "Break down by", exact: true }).click();
  await page.getByRole("option", { name: "Country" }).click();
  const unknown = table.getByRole("row").filter({ hasText: "Unknown" });
  await unknown.locator('a[href*="/installs?"]').click();
  await expect(page).toHaveURL(/\/installs\?.*country=none/);
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
});

test("the campaign page shows its days and breaks them down; its name is always text", async ({ page }) => {
  const { id, campaignId } = await aFigureProject(page);
  await page.goto(`/p/${id}/campaigns/${campaignId}`);
  await expect(page.getByRole("heading", { name: hostile })).toBeVisible();
  const days = page.getByRole("figure", { name: "Installs by day" });
  await days.getByRole("button", { name: "Show as table" }).click();
  await expect(days.getByRole("row").last()).toContainText("1");
  await page.getByRole("radio", { name: "Revenue" }).click();
  await expect(page.getByRole("figure", { name: "Revenue by day" })).toBeVisible();
  await page.getByRole("tab", { name: "Cohorts" }).click();
  // Its only install is of today.
  await expect(page.getByText("No install is old enough yet")).toBeVisible();
  await page.getByRole("tab", { name: "Breakdown" }).click();
  await page.getByRole("link", { name: "Open in the report" }).click();
  await expect(page).toHaveURL(/\/report\?search=/);
  await expect(page.getByRole("link", { name: hostile })).toBeVisible();
  expect(await page.title()).not.toBe("taken");
});

test("paid and all are one switch with the same figures on the overview and in the report; today is incomplete", async ({
  page,
}) => {
  const { id, own, send } = await aFigureProject(page);
  await send("init", { install_instance_id: `organic-${id}`, device_data: {} });
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${own}/overview?traffic=all`);
      return (await answer.json()).data.figures.installs.total;
    })
    .toBe(2);

  await page.goto(`/p/${id}`);
  const tile = (label: string) =>
    page.getByRole("button", { name: `Show ${label} in the chart` }).locator("xpath=..");
  await expect(page.getByRole("radio", { name: "Paid" })).toBeChecked();
  await expect(tile("Installs")).toContainText(/^Installs1$/);
  await expect(tile("Cost per install")).toContainText("–");
  const installs = page.getByRole("figure", { name: "Installs by day" });
  await expect(installs.getByText("Today so far")).toBeVisible();
  await expect(page.getByText(/Today isn't over/)).toBeVisible();
  await installs.getByRole("button", { name: "Show as table" }).click();
  await expect(installs.getByRole("row").last()).toContainText(/so far1/);

  await page.getByRole("radio", { name: "All", exact: true }).click();
  await expect(page).toHaveURL(/traffic=all/);
  await expect(tile("Installs")).toContainText(/^Installs2$/);
  await expect(tile("Blended ROAS")).toBeVisible();
  await expect(tile("Blended cost per install")).toBeVisible();

  await page.goto(`/p/${id}/report`);
  const table = page.getByRole("region", { name: "Report" });
  const row = (name: RegExp) => table.getByRole("row", { name });
  await expect(row(/^Paid, 1 campaign/)).toBeVisible();
  await expect(row(/^Organic/)).toBeHidden();
  await page.getByRole("radio", { name: "All", exact: true }).click();
  const headers = (await table.getByRole("columnheader").allInnerTexts()).map((head) => head.trim());
  const figure = async (name: RegExp, column: string) =>
    (await row(name).getByRole("cell").allInnerTexts())[headers.indexOf(column)]?.trim();
  await expect(row(/^All \(blended\)/)).toBeVisible();
  expect(await figure(/^All \(blended\)/, "Installs")).toBe("2");
  expect(await figure(/^Paid/, "Installs")).toBe("1");
  expect(await figure(/^Organic/, "Installs")).toBe("1");
  expect(await figure(/^Paid/, "Cost per install")).toBe("–");
  await row(/^All/).locator('a[href*="/installs?"]').click();
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(3);
});

test("a row of the overview filters the page until its chip is removed; an item that needs attention links to its fix", async ({
  page,
}) => {
  const { id, own, campaignId } = await aFigureProject(page);
  const host = `links-${id}.example.org`;
  expect((await page.request.post(`${own}/domains`, { data: { host } })).ok()).toBe(true);
  await page.goto(`/p/${id}`);
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention).toContainText(`${host} isn't verified yet.`);
  // The closed strip leaves the first figures in sight.
  const tile = page.getByRole("button", { name: "Show Installs in the chart" }).locator("xpath=..");
  await expect.poll(async () => (await tile.boundingBox())?.y).toBeLessThan(200);

  await page.getByRole("button", { name: "Show Revenue in the chart" }).click();
  const creatives = page.getByRole("list", { name: "Revenue by creative" });
  await expect(creatives.getByRole("link", { name: "€12.50 · 100%" })).toHaveAttribute(
    "href",
    /\/payments\?counted=yes&campaign=inorganic&creative=a1&from=/,
  );
  await creatives.getByRole("button", { name: "Show only Sunrise" }).click();
  await expect(page).toHaveURL(/figure=revenue.*creative=a1/);
  const chips = page.getByRole("region", { name: "Filters" });
  await expect(chips).toContainText("Creative:Sunrise");
  await page
    .getByRole("list", { name: "Revenue by platform" })
    .getByRole("button", { name: /Android/ })
    .click();
  await expect(page).toHaveURL(/platform=ANDROID/);
  await page.goto(`${page.url()}&campaign=${campaignId}`);
  await expect(chips).toContainText(hostile);
  expect(await faults(page, "the overview, narrowed")).toEqual([]);
  await chips.getByRole("button", { name: "Remove the filter Campaign" }).click();
  await expect(chips).not.toContainText(hostile);
  await chips.getByRole("button", { name: "Remove the filter Creative" }).click();
  await expect(page).toHaveURL(/platform=ANDROID/);
  await expect(chips).not.toContainText("Creative");
  await chips.getByRole("button", { name: "Remove the filter Platform" }).click();
  await expect(chips).toBeHidden();

  await attention.getByRole("button").click();
  await attention.getByRole("link", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/settings\/links$/);
});

test("the report's file has every row of the chosen level", async ({ page }) => {
  const { id } = await aFigureProject(page);
  await page.goto(`/p/${id}/report`);
  const lines = async (level: string) => {
    await page.getByRole("button", { name: "Export CSV" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: level }).click(),
    ]);
    // The menu fades out, and a click in the meantime would only close it.
    await expect(page.getByRole("menu")).toHaveCount(0);
    return readFileSync((await file.path())!, "utf8")
      .trimEnd()
      .split("\r\n");
  };
  expect((await lines("Campaigns")).at(-1)).toMatch(/Campaign/);
  expect((await lines("Ad sets")).at(-1)).toMatch(/Ad set.*Hikers.*s1/);
  expect((await lines("Creatives")).at(-1)).toMatch(/Creative.*Hikers.*s1.*Sunrise.*a1/);
  expect((await lines("Keywords")).at(-1)).toMatch(/Organic/);
});

test("the retargeting view shows returning users, and no acquisition figures", async ({ page }) => {
  const { id, own, link, send, campaignId } = await aFigureProject(page);
  const table = page.getByRole("region", { name: "Report" });
  await send("handle-deeplink", { deeplink_url: link });
  // Its clicks are then figures of the view.
  await page.request.patch(`${own}/campaigns/${campaignId}`, { data: { purpose: "retargeting" } });
  await page.goto(`/p/${id}/report?view=retargeting`);
  await expect(table.getByRole("columnheader", { name: "Re-engagements" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "Sign-ups" })).toBeHidden();
  const rows = (await (await page.request.get(`${own}/report?view=retargeting`)).json()).data.campaigns[0];
  // Payments of the first visit belong to acquisition.
  expect(rows.metrics).toMatchObject({ reengagements: 0, revenue: 0 });
});

test("overview, report and campaign page: no axe violation in either theme, no sideways scrolling on a phone", async ({
  page,
}) => {
  const { id, campaignId } = await aFigureProject(page);
  for (const path of ["", "/report", `/campaigns/${campaignId}`]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(page, `/p/${id}${path}`);
    expect([...(await faults(page, path)), ...(await sideways(page, path))]).toEqual([]);
    await page.setViewportSize({ width: 390, height: 900 });
    const where = `${path} at 390 px`;
    // Colours do not depend on the width.
    expect([...(await faults(page, where, "one theme")), ...(await sideways(page, where))]).toEqual([]);
  }
  expect(await page.title()).not.toBe("taken");
});
