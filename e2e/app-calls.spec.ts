import { createHash, createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./owner";

/** A separate project, because its required fields would reject the calls of other specs. */
async function aProject(page: Page, name: string): Promise<{ id: number; token: string }> {
  await page.goto("/");
  return page.evaluate(async (called) => {
    const send = async (method: string, path: string, body?: object) => {
      const headers = { "content-type": "application/json" };
      const sent = body ? { headers, body: JSON.stringify(body) } : {};
      return (await (await fetch(`/api/dashboard${path}`, { method, ...sent })).json()).data;
    };
    const me = await send("GET", "/me");
    const { project } = await send("POST", `/accounts/${me.accounts[0].id}/projects`, { name: called });
    return { id: project.id, token: project.token };
  }, name);
}

function signed(keyId: string, secret: string, body: string) {
  const timestamp = String(Date.now());
  const hash = createHash("sha256").update(body).digest("base64");
  const signature = createHmac("sha256", secret)
    .update(`${timestamp}\nPOST\n/api/client/init\n${hash}`)
    .digest("base64");
  return {
    authorization: "HMAC",
    "x-key-id": keyId,
    "x-timestamp": timestamp,
    "x-signature": signature,
    "x-signature-version": "2",
  };
}

test("an app signs its calls with the key that was shown once; unsigned ones are then rejected, and accepted again", async ({
  page,
  request,
}) => {
  const { id, token } = await aProject(page, "Signed");
  await page.goto(`/p/${id}/developers/keys`);
  await expect(
    page.getByRole("region", { name: "Signing", exact: true }).getByText("No keys yet"),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Require signatures" })).toBeDisabled();
  await page.getByRole("button", { name: "Create signing key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Name").fill("Android app");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog").getByText(/^[0-9A-Za-z]{43}$/);
  await expect(shown).toBeVisible();
  const secret = await shown.innerText();
  await page.getByRole("checkbox").click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  const row = page.getByRole("row", { name: /Android app/ });
  const keyId = /sig_[0-9A-Za-z]{16}/.exec(await row.innerText())![0];

  const body = JSON.stringify({ token, install_instance_id: "phone", platform: "ANDROID" });
  const init = async (headers = {}) =>
    (
      await request.post("/api/client/init", {
        data: Buffer.from(body),
        headers: { "content-type": "application/json", ...headers },
      })
    ).status();
  expect(await init()).toBe(202);
  await page.getByRole("button", { name: "Require signatures" }).click();
  const sure = page.getByRole("alertdialog");
  await expect(sure).toContainText("No signed calls yet.");
  await sure.getByRole("button", { name: "Require signatures" }).click();
  const unsigned = page.locator("span", { hasText: /^Unsigned calls/ });
  await expect(unsigned.getByText("Rejected", { exact: true })).toBeVisible();
  await expect.poll(() => init()).toBe(401);
  expect(await init(signed(keyId, secret, body))).toBe(202);

  await row.getByRole("button", { name: "More about Android app" }).click();
  await page.getByRole("menuitem", { name: /Revoke/ }).click();
  await sure.getByRole("button", { name: "Revoke key" }).click();
  await expect(sure).toContainText("This is the only working key");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Stop requiring" }).click();
  await sure.getByRole("button", { name: "Stop requiring" }).click();
  await expect.poll(() => init()).toBe(202);
});

test("a conversion schema is created, corrected at its fields and saved; an iOS app receives its value", async ({
  page,
  request,
}) => {
  const { id, token } = await aProject(page, "Converted");
  const send = async (name: string, body: object) =>
    (
      await request.post(`/api/client/${name}`, {
        data: { token, install_instance_id: "phone", platform: "IOS", ...body },
      })
    ).json();
  expect(await send("init", {})).not.toHaveProperty("fine_conversion_value");
  await page.goto(`/p/${id}/ios/conversion-values`);
  await page.getByRole("button", { name: "Start from a template" }).click();
  const first = page.getByRole("region", { name: "First 2 days" });
  await first.getByRole("button", { name: "Add rule" }).click();
  await page.getByRole("button", { name: "Save as version 1" }).click();
  await expect(first.getByText("Event is required.")).toBeVisible();
  await expect(first.getByLabel("Event name")).toHaveAttribute("aria-invalid", "true");
  await first.getByLabel("Event name").fill("level_1");
  await expect(first).toContainText("Of 1 installs in 30 days 0% get no value");
  await page.getByRole("button", { name: "Save as version 1" }).click();
  await expect(page.getByText("Version 1", { exact: true })).toBeVisible();
  await expect(page.getByText("Not saved yet.")).toHaveCount(0);

  await expect.poll(async () => (await send("init", {})).fine_conversion_value).toBe(0);
  await send("trigger", { user_data: { id: "u" } });
  expect((await send("capture-event", { event_name: "level_1" })).data).toMatchObject({
    fine_conversion_value: 41,
    coarse_conversion_value: "low",
    lock_postback: false,
  });

  await first.getByRole("button", { name: "Remove rule" }).last().click();
  await page.getByRole("button", { name: "Save as version 2" }).click();
  await page.getByRole("button", { name: "Load into the editor" }).click();
  await expect(first.getByLabel("Event name")).toHaveValue("level_1");
});
