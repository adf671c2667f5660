import { faults, sideways } from "./looks";
import { expect, test } from "./owner";

test("a webhook starts in dry run, shows its payloads and reasons, and receives nothing", async ({
  page,
}) => {
  await page.goto("/");
  const { id, token } = await page.evaluate(async () => {
    const send = async (method: string, path: string, body?: object) => {
      const headers = { "content-type": "application/json" };
      const sent = body ? { headers, body: JSON.stringify(body) } : {};
      return (await (await fetch(`/api/dashboard${path}`, { method, ...sent })).json()).data;
    };
    const me = await send("GET", "/me");
    const made = await send("POST", `/accounts/${me.accounts[0].id}/projects`, { name: "Telling" });
    return { id: made.project.id as number, token: made.project.token as string };
  });
  const base = `/p/${id}`;

  await page.goto(`${base}/destinations`);
  await expect(page.getByText("No destinations yet")).toBeVisible();
  expect(await faults(page, "no destinations")).toEqual([]);
  await page.getByRole("link", { name: /^Webhook/ }).click();
  await page.getByRole("button", { name: "Add as dry run" }).click();
  await expect(page.getByText("Address is required.")).toBeVisible();
  await page.getByLabel("Address").fill("https://hooks.example.com/cairn");
  expect(await faults(page, "a new destination")).toEqual([]);
  await page.getByRole("button", { name: "Add as dry run" }).click();
  await expect(page.getByRole("dialog").getByText(/^whsec_/)).toBeVisible();
  await page.getByRole("checkbox").click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "Webhook" })).toBeVisible();
  await expect(page.getByText("No deliveries in the last 30 days")).toBeVisible();

  const device = { token, install_instance_id: "reported-phone", platform: "ANDROID" };
  const post = (path: string, data: object) => page.request.post(`/api/client/${path}`, { data });
  expect((await post("init", device)).status()).toBe(202);
  await expect
    .poll(async () => (await post("trigger", { ...device, user_data: { id: "u1" } })).status())
    .toBe(200);
  const list = `/api/dashboard/projects/${id}/deliveries?user=u1`;
  const states = async () =>
    (await (await page.request.get(list)).json()).data.deliveries.map(
      (each: { state: string }) => each.state,
    );
  await expect.poll(states).toEqual(["dry"]);

  await page.getByRole("link", { name: "Deliveries", exact: true }).last().click();
  await page.waitForURL(/deliveries\?destination=/);
  const row = page.getByRole("row", { name: /Sign-up/ });
  await expect(row).toContainText("Dry run");
  expect(await faults(page, "deliveries")).toEqual([]);
  await row.getByRole("link").first().click();
  await expect(page.getByText("It passed every gate")).toBeVisible();
  await expect(page.getByText('"type": "user.identified"')).toBeVisible();
  expect([...(await faults(page, "a delivery")), ...(await sideways(page, "a delivery"))]).toEqual([]);
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("It's queued again")).toBeVisible();

  await page.goto(`${base}/destinations`);
  await page.getByRole("link", { name: "Webhook" }).click();
  await page.getByRole("radio", { name: "Off" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("“Webhook” is off")).toBeVisible();
});
