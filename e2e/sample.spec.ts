import { expect, test } from "./owner";

const { step } = test;

test("a sample project fills itself, is marked, and is removed after a confirmation that names it", async ({
  page,
}) => {
  await page.goto("/account/projects/new");
  await step("it is offered next to the form for a new project", async () => {
    await page.getByRole("button", { name: "Add a sample project" }).click();
    await page.waitForURL(/\/p\/\d+$/);
  });
  const banner = page.getByRole("region", { name: "Sample project" });
  await step("every screen is marked, and its figures arrive without a reload", async () => {
    await expect(banner).toContainText("Its figures are invented.");
    await expect(banner.getByRole("progressbar")).toBeHidden();
    // Not by its text alone, which the chart repeats for screen readers once it is loaded.
    await expect(page.getByRole("heading", { name: "Installs by day" })).toBeVisible();
    await page.getByRole("link", { name: "Campaigns", exact: true }).click();
    await expect(page.getByText("Search – brand")).toBeVisible();
    await expect(banner).toBeVisible();
  });
  await step("an account has one sample at most", async () => {
    await page.goto("/account/projects/new");
    await expect(page.getByRole("button", { name: "Create project" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add a sample project" })).toBeHidden();
  });
  await step("removing it asks with its name", async () => {
    await page.goBack();
    await banner.getByRole("button", { name: "Remove sample" }).click();
    const question = page.getByRole("alertdialog", { name: "Remove “Trailhead (sample)”?" });
    await question.getByRole("button", { name: "Remove sample" }).click();
    await expect(banner).toBeHidden();
    const { data } = await (await page.request.get("/api/dashboard/me")).json();
    expect(data.projects.filter(({ sample }: { sample: boolean }) => sample)).toEqual([]);
  });
});
