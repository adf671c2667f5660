import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { addFilter } from "./list-filter";
import { faults, sideways, visit } from "./looks";
import { expect, test } from "./owner";

const { step } = test;
const gaid = "38400000-8cf0-11bd-b23e-10b96e40000e";
const install = "phone-on-the-desk";

/** A separate project, and an app that sends the given calls. */
async function aProject(page: Page, name: string) {
  await page.goto("/account/projects/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create project" }).click();
  await page.waitForURL(/\/p\/\d+$/);
  const base = new URL(page.url()).pathname;
  const api = `/api/dashboard/projects${base.slice("/p".length)}`;
  const { token } = (await (await page.request.get(api)).json()).data;
  const send = async (call: string, body: object = {}) => {
    const answer = await page.request.post(`/api/client/${call}`, {
      data: { token, install_instance_id: install, platform: "ANDROID", ...body },
    });
    return { status: answer.status(), ...(await answer.json()) };
  };
  return { base, api, token, send };
}

/** One call of each kind. */
async function aLife(send: (call: string, body?: object) => Promise<unknown>) {
  await send("init", { device_data: { gaid, device_name: "Pixel 9" } });
  await send("trigger", { user_data: { id: "ada", name: "Ada" } });
  await send("capture-event", { event_name: "trail_finished", event_data: { km: 12.4 } });
  await send("capture-payment", { payment_id: "order-1", amount: 9.99, type: "FIRST_PAYMENT" });
  await send("capture-payment", { payment_id: "order-2", amount: 5 });
  await send("remove-captured-payment", { payment_id: "order-2" });
}

test("an app's calls complete the checklist, appear as they arrive, and are found in lists and files", async ({
  page,
}) => {
  const { base, token, send } = await aProject(page, "Arrivals");

  await step("the clients are the project's own, and the list waits for their calls", async () => {
    await page.getByRole("link", { name: "Developers", exact: true }).click();
    await page.waitForURL(/\/developers$/);
    await expect(page.getByText("0 of 4 so far.")).toBeVisible();
    const code = page.locator("pre").filter({ hasText: token });
    for (const platform of ["Android", "iOS", "React Native", "Flutter"]) {
      await page.getByRole("radio", { name: platform, exact: true }).click();
      await expect(code.first()).toContainText(new URL(page.url()).origin);
      const [address] = /http\S+\/sdk\/\S+/.exec(await page.locator("pre").first().innerText())!;
      expect((await page.request.get(address)).headers()["content-type"]).toBe("application/gzip");
    }
    for (const name of ["Capacitor", "curl"]) {
      await page.getByRole("radio", { name }).click();
      await expect(code.first()).toContainText(new URL(page.url()).origin);
    }
    await expect(page).toHaveURL(/client=curl/);
  });

  await step("a refused call says why; each that is taken turns green without a reload", async () => {
    expect((await send("capture-payment", { amount: -1 })).status).toBe(400);
    await expect(page.getByText("amount must not be negative.")).toBeVisible();
    await send("init", { device_data: { gaid, device_name: "Pixel 9" } });
    await expect(page.getByText("1 of 4 so far.")).toBeVisible();
    await aLife(send);
    await expect(page.getByText("All four types of calls are arriving.")).toBeVisible();
    await expect(page.getByLabel("Received", { exact: true })).toHaveCount(4);
  });

  const rows = page.getByRole("list", { name: "Received, newest first" }).getByRole("listitem");
  const row = (text: string) => rows.filter({ hasText: text });

  await step("what arrives is there within moments, and opens by keyboard to what was sent", async () => {
    await page.getByRole("link", { name: "Watch live" }).click();
    await expect(row("trail_finished")).toHaveCount(1);
    await expect(row("Rejected")).toContainText("amount must not be negative.");
    await send("capture-event", { event_name: "summit_reached" });
    await expect(row("summit_reached")).toHaveCount(1);
    const button = row("trail_finished").getByRole("button").first();
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await expect(row("trail_finished")).toContainText('"km": 12.4');
    await expect(row("trail_finished").getByRole("link", { name: "Open install" })).toBeVisible();
  });

  await step("paused, nothing moves; going on, what came meanwhile is there", async () => {
    await page.getByRole("button", { name: "Pause" }).click();
    await send("capture-event", { event_name: "rested" });
    await page.waitForTimeout(3_000);
    await expect(row("rested")).toHaveCount(0);
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(row("rested")).toHaveCount(1);
  });

  await step("filters stand in the address and hold after a reload", async () => {
    await page.getByRole("button", { name: "Payments" }).click();
    await expect(row("trail_finished")).toHaveCount(0);
    await expect(row("First payment")).toHaveCount(1);
    await page.reload();
    await expect(row("First payment")).toHaveCount(1);
    await expect(rows).toHaveCount(2);
    await page.goto(`${base}/developers/test?user=nobody`);
    await expect(page.getByText("No matching events yet")).toBeVisible();
  });

  await step("an event that arrived before its user is listed among the rejected ones", async () => {
    await send("capture-event", { install_instance_id: "another", event_name: "early" });
    await page.goto(`${base}/developers/test`);
    await page.getByRole("radio", { name: "Rejected" }).click();
    await expect(
      page.getByRole("cell", { name: /The user is not identified yet; call trigger first/ }),
    ).toBeVisible();
  });

  await step("events: by name, opened, and taken along as a file", async () => {
    await page.goto(`${base}/events?limit=100`);
    await expect(page.getByRole("radio", { name: "All events" })).toBeChecked();
    await page.goto(`${base}/events`);
    const counts = page.getByRole("region", { name: "Events by name" });
    await expect(counts.getByRole("row")).toHaveCount(4);
    await expect(counts.getByRole("row", { name: /^trail_finished/ })).toContainText("1");
    await counts.getByRole("link", { name: "trail_finished" }).click();
    await expect(page).toHaveURL(/events\?counted=yes&name=trail_finished&from=/);
    await expect(page.getByText("1 of 3 events", { exact: true })).toBeVisible();
    for (const filter of ["Event", "Days", "Counted"])
      await page.getByRole("button", { name: `Remove the filter ${filter}` }).click();
    await expect(page.getByText("3 events", { exact: true })).toBeVisible();
    await expect(page.getByRole("radio", { name: "All events" })).toBeChecked();
    await addFilter(page, "Event", "trail_finished");
    await expect(page.getByText("1 of 3 events", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/name=trail_finished/);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    const text = readFileSync((await file.path())!, "utf8");
    expect(text.trimEnd().split("\r\n")).toHaveLength(2);
    expect(text).toContain('"{""km"":12.4}"');
    await page.getByText("trail_finished", { exact: true }).last().click();
    const sheet = page.getByRole("dialog", { name: "trail_finished" });
    await expect(sheet).toContainText('"km": 12.4');
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
  });

  await step("sign-ups: the report's figure leads to the user, and the user to the install", async () => {
    await page.goto(`${base}/report`);
    await page.getByRole("radio", { name: "All", exact: true }).click();
    const organic = page.getByRole("row", { name: /^Organic/ });
    await organic.locator("a[href*='/sign-ups?']").click();
    await page.waitForURL(/\/sign-ups\?.*counted=yes.*campaign=organic/);
    await expect(page.getByText("1 of 1 sign-up", { exact: true })).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    expect(
      readFileSync((await file.path())!, "utf8")
        .trimEnd()
        .split("\r\n"),
    ).toHaveLength(2);
    await page.getByRole("row").getByText("ada", { exact: true }).click();
    await page.waitForURL(/\/installs\/[0-9a-f-]{36}$/);
  });

  await step("payments: what was removed adds nothing", async () => {
    await page.goto(`${base}/payments`);
    await expect(page.getByText(/2 payments, (US)?\$9\.99 in revenue/)).toBeVisible();
    await expect(page.getByRole("row", { name: /order-2/ })).toContainText("Removed");
    await page.goto(`${base}/payments?status=REMOVED`);
    await expect(page.getByText(/1 of 2 payments, (US)?\$0\.00 in revenue/)).toBeVisible();
    await page
      .getByRole("row", { name: /order-2/ })
      .getByText("order-2")
      .click();
    await expect(page.getByRole("dialog")).toContainText("ada");
  });
});

test("a developer's phone leaves the figures and returns, and can count as new again", async ({ page }) => {
  const { base, api, send } = await aProject(page, "Makers");
  await aLife(send);
  const installs = async () => {
    const day = new Date().toISOString().slice(0, 10);
    const answer = await page.request.get(`${api}/installs?limit=200&from=${day.slice(0, 8)}01`);
    return (await answer.json()).data.installs as { id: string; is_test: boolean; kind: string }[];
  };
  const revenue = async () =>
    JSON.stringify((await (await page.request.get(`${api}/overview?traffic=all`)).json()).data).includes(
      "999",
    );
  await expect.poll(revenue).toBe(true);
  const [first] = await installs();

  await page.goto(`${base}/installs/${first!.id}`);
  await page.getByRole("button", { name: "Mark as a test" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("radio", { name: /Everything on this device/ }).click();
  await dialog.getByRole("button", { name: "Mark as a test" }).click();
  await expect(page.getByText("It's a test and excluded from reports.")).toBeVisible();
  await expect.poll(revenue).toBe(false);

  await page.goto(`${base}/developers/test/devices`);
  const device = page.getByRole("row", { name: new RegExp(gaid) });
  await expect(device).toBeVisible();
  await device.getByRole("button", { name: /Remove .* from test devices/ }).click();
  await dialog.getByRole("button", { name: "Remove from test devices" }).click();
  await expect(page.getByText("No test devices yet")).toBeVisible();
  await expect.poll(revenue).toBe(true);

  await page.getByRole("button", { name: "Add device" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Device ID").fill("00000000-0000-0000-0000-000000000000");
  await form.getByLabel("Name").fill("Nobody");
  await form.getByRole("button", { name: "Add device" }).click();
  await expect(form.getByText("This ID is all zeros", { exact: false })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto(`${base}/installs/${first!.id}`);
  await page.getByRole("button", { name: "Reset this device" }).click();
  await dialog.getByRole("button", { name: "Reset device" }).click();
  await expect(dialog).toBeHidden();
  await send("init", { device_data: { gaid } });
  await expect.poll(async () => (await installs()).map((one) => one.kind)).toEqual(["INSTALL", "INSTALL"]);
});

/** Views that appear only after a click: expanded rows, sheets, dialogs. */
test("dialogs and details of these screens are accessible on a desktop and a phone", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { base, api, send } = await aProject(page, "Looks");
  const wrong: string[] = [];
  /** On a desktop, in both themes, and on a phone in one, because colours do not depend on the width. */
  const screenshot = async (what: string) => {
    wrong.push(...(await faults(page, `${what} at 1440 px`)), ...(await sideways(page, what)));
    await page.setViewportSize({ width: 390, height: 900 });
    wrong.push(...(await faults(page, `${what} at 390 px`, "one theme")));
    wrong.push(...(await sideways(page, `${what} at 390 px`)));
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  for (const path of ["live", "clicks", "sign-ups", "events", "payments", "debug"]) {
    await visit(page, `${base}/${path}`);
    await screenshot(`empty ${path}`);
  }
  await aLife(send);
  await send("capture-payment", { amount: -1 });
  const { installs } = (await (await page.request.get(`${api}/installs`)).json()).data;

  for (const client of ["android", "curl"]) {
    await page.goto(`${base}/developers?client=${client}`);
    await expect(page.getByText("All four types of calls are arriving.")).toBeVisible();
    await screenshot(`integrate in ${client}`);
  }
  await page.goto(`${base}/developers/test`);
  await page.locator("main li button[aria-expanded]").first().click();
  await expect(page.getByText("Request").first()).toBeVisible();
  await screenshot("an open line");
  await page.goto(`${base}/developers/test?view=refused`);
  await expect(page.getByRole("cell", { name: "amount must not be negative." })).toBeVisible();
  await screenshot("refused");
  await page.goto(`${base}/sign-ups`);
  await expect(page.getByRole("row").getByText("ada", { exact: true })).toBeVisible();
  await screenshot("sign-ups");
  for (const [path, text] of [
    ["events", "trail_finished"],
    ["payments", "First payment"],
  ] as const) {
    await page.goto(`${base}/${path}?view=list`);
    await page.getByRole("row").getByText(text, { exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await screenshot(`one of ${path}`);
  }
  await page.goto(`${base}/installs/${installs[0].id}`);
  await page.getByRole("button", { name: "Mark as a test" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await screenshot("marking a test");
  await page
    .getByRole("alertdialog")
    .getByRole("radio", { name: /Everything on/ })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark as a test" }).click();
  await page.goto(`${base}/developers/test/devices`);
  await expect(page.getByRole("row", { name: new RegExp(gaid) })).toBeVisible();
  await page.getByRole("button", { name: "Add device" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await screenshot("test devices");
  expect(wrong).toEqual([]);
});
