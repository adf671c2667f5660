import { addFilter } from "./list-filter";
import { expect, firstProject, test } from "./owner";

const settings = (section: string) => `/p/${firstProject().id}/settings/${section}`;

test("a server key is shown once, works, and gets a 401 once it is revoked", async ({ page, request }) => {
  await page.goto(`/p/${firstProject().id}/developers/keys`);
  await page
    .getByRole("button", { name: /Create key/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Nightly report");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByText(/cairn_[0-9A-Za-z]{38}/);
  await expect(shown).toBeVisible();
  const key = /cairn_[0-9A-Za-z]{38}/.exec(await shown.innerText())![0];
  await page.keyboard.press("Escape");
  const read = async () =>
    (await request.get("/api/v1/campaigns", { headers: { "service-key": key } })).status();
  expect(await read()).toBe(200);

  await page.reload();
  const row = page.getByRole("row", { name: /Nightly report/ });
  await expect(row).toContainText(key.slice(0, 9));
  await expect(page.getByText(key)).toHaveCount(0);
  await row.getByRole("button", { name: "More about Nightly report" }).click();
  await page.getByRole("menuitem", { name: /Revoke/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await expect.poll(read).toBe(401);
});

test("a store listing shows what its pasted address contains; a wrong address gets its error at the field", async ({
  page,
}) => {
  await page.goto(settings("links/store-listings"));
  await page.getByRole("button", { name: /Add/ }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Store URL").fill("https://example.com/app");
  await dialog.getByLabel("Name").fill("Play page");
  await dialog.getByRole("button", { name: "Add listing" }).click();
  await expect(dialog.getByLabel("Store URL")).toHaveAttribute("aria-invalid", "true");
  await dialog
    .getByLabel("Store URL")
    .fill("https://play.google.com/store/apps/details?id=com.trailhead.app&listing=summer");
  await expect(dialog.getByText("com.trailhead.app", { exact: true })).toBeVisible();
  await expect(dialog.getByText("summer", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Add listing" }).click();
  const row = page.getByRole("row", { name: /Play page/ });
  await expect(row).toContainText("com.trailhead.app");
  await row.getByRole("button", { name: "More about Play page" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete listing" }).click();
  await expect(row).toHaveCount(0);
});

test("a domain is added with its required records; an invalid host name gets its error at the field", async ({
  page,
}) => {
  await page.goto(settings("links"));
  await expect(page.getByText(firstProject().host).first()).toBeVisible();
  await page.getByRole("button", { name: /Add/ }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Domain").fill("not a host");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByLabel("Domain")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Domain").fill("Get.Trailhead.Example.");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("get.trailhead.example").first()).toBeVisible();
  await expect(page.getByText("_cairn.get.trailhead.example").first()).toBeVisible();
  await page.getByRole("button", { name: "More about get.trailhead.example" }).click();
  await page.getByRole("menuitem", { name: /Remove/ }).click();
  const confirm = page.getByRole("alertdialog");
  await expect(confirm.getByRole("button", { name: "Remove domain" })).toBeDisabled();
  await confirm.getByRole("textbox").fill("get.trailhead.example");
  await confirm.getByRole("button", { name: "Remove domain" }).click();
  await expect(page.getByText("_cairn.get.trailhead.example")).toHaveCount(0);
});

test("the report of a suspended project returns 402 with its payment link, until it is resumed", async ({
  page,
  request,
}) => {
  const { id } = firstProject();
  // A separate project, because other specs read figures of the first one meanwhile.
  const { data: me } = await (await page.request.get("/api/dashboard/me")).json();
  const made = await page.request.post(`/api/dashboard/accounts/${me.accounts[0].id}/projects`, {
    data: { name: "Suspended", platforms: ["IOS"], time_zone: "UTC", currency: "USD" },
  });
  const project = (await made.json()).data.project.id as number;
  expect(project).not.toBe(id);
  const issued = await page.request.post(`/api/dashboard/projects/${project}/server-keys`, {
    data: { name: "k" },
  });
  const { key } = (await issued.json()).data;
  const limits = await page.request.put(`/api/dashboard/projects/${project}/limits`, {
    data: { reporting: "off" },
  });
  expect(limits.status()).toBe(200);

  await page.goto(`/p/${project}/settings/billing`);
  await page.getByLabel("Suspend the project").click();
  await page.getByLabel("Payment link").fill("https://pay.example/invoice/1");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The project is suspended")).toBeVisible();
  const report = () => request.get("/api/v1/reporting/campaigns", { headers: { "service-key": key } });
  await expect.poll(async () => (await report()).status()).toBe(402);
  expect(await (await report()).json()).toMatchObject({ payment_link: "https://pay.example/invoice/1" });

  await page.getByLabel("Suspend the project").click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The project is active")).toBeVisible();
  await expect.poll(async () => (await report()).status()).toBe(200);
});

test("every change is in the audit log", async ({ page }) => {
  const { id } = firstProject();
  await page.request.patch(`/api/dashboard/projects/${id}`, {
    data: { website: "https://trailhead.example" },
  });
  await page.goto(settings("audit"));
  await expect(page.getByText("owner@example.com").first()).toBeVisible();
  await expect(page.getByRole("row", { name: /Project changed/ }).first()).toBeVisible();

  await page.getByRole("searchbox", { name: "Search members or changes" }).fill("nobody@nowhere.example");
  await expect(page.getByText("No changes match these filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page).not.toHaveURL(/search=/);
  await addFilter(page, "Area", "Project");
  await expect(page).toHaveURL(/area=project/);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/-audit-log\.csv$/);
});
