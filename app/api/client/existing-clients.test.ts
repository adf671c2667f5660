import { expect, test } from "vitest";
import * as customerUserId from "@/app/api/client/customer-user-id/route";
import * as deeplinkTriggered from "@/app/api/client/deeplink-triggered/route";
import * as trigger from "@/app/api/client/trigger/route";
import { sql } from "@/db";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { aProject, withoutLimits } from "@/testing/factories";

asServedOrBoth([customerUserId, deeplinkTriggered, trigger], (call) => {
  async function anApp() {
    const app = await aProject();
    await withoutLimits(app);
    const post = (name: string, body: object = {}) =>
      call(`POST /api/client/${name}`, {
        body: { token: app.token, install_instance_id: "i", platform: "ANDROID", ...body },
      });
    return { app, post };
  }

  test.each([{ customer_user_id: "u" }, { user_id: "u" }, { customer_user_id: "u", user_id: "other" }])(
    "customer-user-id with %j links the install to the user, like trigger",
    async (body) => {
      const { app, post } = await anApp();
      const msg = "Customer user ID updated successfully";
      expect(await post("customer-user-id", body)).toMatchObject({
        status: 200,
        body: { msg, status: 200, data: { message: msg } },
      });
      await post("customer-user-id", body);
      await post("trigger", { user_data: { id: "u", name: "Ada" } });
      expect(
        await sql`select u.user_id, u.name, i.install_instance_id from users u
          join identities i on i.project_id = u.project_id and i.user_id = u.user_id
          where u.project_id = ${app.project.id} and i.project_id = ${app.project.id}`,
      ).toEqual([{ user_id: "u", name: "Ada", install_instance_id: "i" }]);
    },
  );

  test.each([{}, { customer_user_id: " " }, { user_id: null }])(
    "customer-user-id with %j: 400 customer_user_id is required!",
    async (body) => {
      const { post } = await anApp();
      expect(await post("customer-user-id", body)).toMatchObject({
        status: 400,
        body: { msg: "customer_user_id is required!", status: 400, data: null },
      });
    },
  );

  test("deeplink-triggered is acknowledged with the envelope, whatever else the client sends", async () => {
    const { post } = await anApp();
    const msg = "Deeplink trigger received";
    expect(await post("deeplink-triggered", { device_data: { brand: "google" }, deeplink: 1 })).toMatchObject(
      {
        status: 200,
        body: { msg, status: 200, data: { message: msg } },
      },
    );
  });
});
