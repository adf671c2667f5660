import { aListProject } from "./campaign-list";
import { expect, test } from "./owner";

test("failed and completed payments are marked in the timeline of their install", async ({ page }) => {
  const { own, id } = await aListProject(page.request);
  const { token } = (await (await page.request.get(own)).json()).data;
  const send = (name: string, body: object) =>
    page.request.post(`/api/client/${name}`, {
      data: { token, install_instance_id: "phone-1", platform: "ANDROID", ...body },
    });
  await send("init", {});
  await send("trigger", { user_data: { id: "u1" } });
  for (const [payment, amount, status] of [
    ["p1", 999, "PAYMENT_FAILED"],
    ["p2", 5, "PAYMENT_COMPLETED"],
  ])
    expect(
      (await send("capture-payment", { user_id: "u1", payment_id: payment, amount, status })).status(),
    ).toBe(201);
  const install = async () =>
    (await (await page.request.get(`${own}/installs`)).json()).data.installs[0]?.id as string | undefined;
  await expect.poll(install).toBeTruthy();
  await page.goto(`/p/${id}/installs/${await install()}`);
  const payments = page.getByRole("listitem").filter({ hasText: "Payment" });
  await expect(payments.filter({ hasText: "€999.00" })).toContainText("Failed");
  await expect(payments.filter({ hasText: "€5.00" })).toContainText("Completed");
});
