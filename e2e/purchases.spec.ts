import { aListProject } from "./campaign-list";
import { expect, test } from "./owner";

test("a store is set up, an address is created once, and an invalid purchase is found", async ({ page }) => {
  const { own, id } = await aListProject(page.request);
  const { token } = (await (await page.request.get(own)).json()).data;
  const send = (name: string, body: object) =>
    page.request.post(`/api/client/${name}`, {
      data: { token, install_instance_id: "phone-1", platform: "IOS", ...body },
    });

  await page.goto(`/p/${id}/purchases`);
  await expect(page.getByText("No notifications yet")).toBeVisible();
  const apple = page
    .getByRole("region", { name: "App Store" })
    .or(page.getByLabel("App Store", { exact: true }));
  await apple.first().getByRole("button", { name: "Set up checks" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("This is required.")).toBeVisible();
  await dialog.getByLabel("Bundle ID").fill("trails");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("The bundle ID must look like com.example.app.")).toBeVisible();
  await dialog.getByLabel("Bundle ID").fill("com.example.trails");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(apple.first()).toContainText("Check and show");
  await apple.first().getByRole("button", { name: "Create address" }).click();
  await expect(apple.first()).toContainText("it is shown once");
  await expect(apple.first()).toContainText(`/api/purchases/${id}/apple/`);

  await send("init", {});
  await send("trigger", { user_data: { id: "u1" } });
  await send("capture-payment", {
    user_id: "u1",
    payment_id: "order-1",
    amount: 5,
    store_purchase: { signed_transaction: "forged" },
  });
  await page.reload();
  await page.getByRole("link", { name: /Invalid, 30 days/ }).click();
  await page.getByRole("row", { name: /order-1/ }).click();
  await expect(page.getByText("The signed transaction can't be read.")).toBeVisible();
});
