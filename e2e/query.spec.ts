import { aFigureProject } from "./figures";
import { faults, sideways } from "./looks";
import { expect, test } from "./owner";

test("the SQL of a report opens in Query and returns its figures; a query is corrected, saved and opened again", async ({
  page,
}) => {
  const { id } = await aFigureProject(page);
  await page.goto(`/p/${id}/report`);
  await page.getByRole("button", { name: "Show SQL" }).click();
  await page.getByRole("link", { name: "Open in Query" }).click();
  await expect(page.getByRole("heading", { name: "Query", level: 1 })).toBeVisible();
  const editor = page.getByRole("textbox", { name: "SQL" });
  await expect(editor).toContainText("Money is in");
  expect(new URL(page.url()).hash).toBe("");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const result = page.getByRole("region", { name: "Result" });
  await expect(result.getByText(/^[\d,]+ rows? in [\d,]+ ms$/)).toBeVisible();
  await expect(result.getByRole("columnheader", { name: "Installs", exact: true })).toBeVisible();
  expect(await faults(page, "a result")).toEqual([]);

  await editor.fill(
    "select day, sum(count) as clicks, x from cairn.v_ledger where day >= {{from}} group by day",
  );
  await expect(page.getByLabel("from")).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await editor.press("ControlOrMeta+Enter");
  await expect(page.getByRole("alert").filter({ hasText: "The query failed" })).toContainText(
    'column "x" does not exist',
  );
  expect(await faults(page, "a failed query")).toEqual([]);
  await editor.fill("select 'b' as kind, 2 as n union all select 'a', 1");
  await editor.press("ControlOrMeta+Enter");
  await result.getByRole("radio", { name: "Chart" }).click();
  await expect(result.getByRole("list", { name: "n" }).getByRole("listitem")).toHaveText([
    /^b\s*2/,
    /^a\s*1/,
  ]);

  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this query" });
  await dialog.getByRole("button", { name: "Save query" }).click();
  await expect(dialog.getByText("Name is required.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Kinds");
  await dialog.getByRole("button", { name: "Save query" }).click();
  await expect(page.getByRole("button", { name: "Kinds" })).toBeVisible();
  await page.reload();
  await expect(editor).toContainText("union all");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sideways(page, "Query on a phone")).toEqual([]);
  expect(await faults(page, "Query on a phone")).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("button", { name: "Kinds" }).click();
  await page.getByRole("button", { name: "Delete the query Kinds" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete query" }).click();
  await expect(page.getByRole("button", { name: "Saved queries" })).toBeVisible();
});

test("a running query is cancelled", async ({ page }) => {
  const { id } = await aFigureProject(page);
  await page.goto(`/p/${id}/report/query`);
  const editor = page.getByRole("textbox", { name: "SQL" });
  await editor.fill("select pg_sleep(40)");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The query was cancelled." })).toBeVisible();
});
