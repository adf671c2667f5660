import { readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import { faults } from "./looks";
import { expect, firstProject, test } from "./owner";

const screen = () => `/p/${firstProject().id}/settings/privacy`;

/** An app user whose data is unique. */
async function aPerson(request: APIRequestContext) {
  const user = `user-${Math.random().toString(36).slice(2)}`;
  const { token } = firstProject();
  const post = (name: string, data: object) =>
    request.post(`/api/client/${name}`, { data: { token, ...data } });
  const here = { install_instance_id: `instance of ${user}`, platform: "ANDROID" };
  expect((await post("init", { ...here, device_data: { device_model: "Pixel 8" } })).status()).toBe(202);
  const user_data = { id: user, name: "Wanda Walker", email: `${user}@example.com` };
  expect((await post("trigger", { ...here, user_data })).status()).toBe(200);
  const event = () =>
    post("capture-event", { ...here, event_name: "hike", event_data: { peak: "Ama Dablam" } });
  expect((await event()).status()).toBe(200);
  return { user, event };
}

test("a person is exported as a file, then erased after confirmation; later data of theirs is rejected", async ({
  page,
  request,
}) => {
  const { user, event } = await aPerson(request);
  await page.goto(screen());
  await page.getByRole("button", { name: "Erase…" }).click();
  await expect(page.getByLabel("User ID")).toHaveAttribute("aria-invalid", "true");

  await page.getByLabel("User ID").fill(user);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as JSON" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`person-${user}.json`);
  const found = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(found.user).toMatchObject([{ user_id: user, name: "Wanda Walker" }]);
  expect(found.events).toMatchObject([{ name: "hike", data: { peak: "Ama Dablam" } }]);
  const [install] = found.installs as { id: string }[];

  await page.getByRole("button", { name: "Erase…" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(user);
  await dialog.getByRole("textbox").fill("yes");
  await expect(dialog.getByRole("button", { name: "Erase" })).toBeDisabled();
  expect((await event()).status()).toBe(200);
  await dialog.getByRole("textbox").fill("erase");
  await dialog.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByText(/^Erased: 1 install, .* 2 events/)).toBeVisible();
  expect((await event()).status()).toBe(400);

  await page.getByLabel("User ID").fill(user);
  await page.getByRole("button", { name: "Export as JSON" }).click();
  await expect(page.getByText("The project has no data about this person.")).toBeVisible();

  await page.goto(`/p/${firstProject().id}/installs/${install!.id}`);
  await expect(page.getByText(/This user was erased on/)).toBeVisible();
  await expect(page.getByText("Wanda Walker")).toHaveCount(0);
});

test("a shorter period is saved after its consequence is confirmed; one that is too short gets its error at the field", async ({
  page,
}) => {
  await page.goto(screen());
  const row = page.getByRole("listitem").filter({ hasText: "Rejected calls" });
  await row.getByRole("combobox").click();
  await page.getByRole("option", { name: "Custom period" }).click();
  const days = row.getByLabel("Rejected calls, days");
  await days.fill("0");
  await page.getByRole("button", { name: "Save retention" }).click();
  await expect(row.getByText("Enter at least 1 day.")).toBeVisible();
  await days.fill("90");
  await page.getByRole("button", { name: "Save retention" }).click();
  const query = page.getByRole("alertdialog");
  await expect(query).toContainText("Rejected calls older than 90 days");
  await query.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Save retention" }).click();
  await query.getByRole("button", { name: "Delete and save" }).click();
  await expect(page.getByText("Retention saved")).toBeVisible();
  await page.reload();
  await expect(row.getByLabel("Rejected calls, days")).toHaveValue("90");

  await row.getByRole("combobox").click();
  await page.getByRole("option", { name: "Default: forever" }).click();
  await page.getByRole("button", { name: "Save retention" }).click();
  // A longer retention period needs no confirmation.
  await expect(page.getByText("Retention saved").last()).toBeVisible();
  await expect(query).toHaveCount(0);
});

test("the confirmation of destructive actions has no axe violation in either theme at 390 px", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(screen());
  await page.getByLabel("Install instance ID").fill("nobody");
  await page.getByRole("button", { name: "Erase…" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  expect(await faults(page, "privacy")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  const row = page.getByRole("listitem").filter({ hasText: "Events" });
  await row.getByRole("combobox").click();
  await page.getByRole("option", { name: "Custom period" }).click();
  await page.getByRole("button", { name: "Save retention" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  expect(await faults(page, "privacy")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});
