import { expect, test } from "vitest";
import * as capturePayment from "@/app/api/client/capture-payment/route";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aMember, anAccount, anAttributedUser, anInstall, aProject } from "@/testing/factories";
import { searchRoutes } from "./search";

asServed([searchRoutes, { GET: capturePayment.POST }], (call) => {
  async function aWorld(role: "viewer" | "admin" = "viewer") {
    const account = await anAccount();
    const app = await aProject({ account });
    const { session } = await aMember(role, account);
    const path = `/api/dashboard/projects/${app.project.id}/search`;
    const find = async (q: string) => {
      const { status, body } = await call(`GET ${path}`, { session, query: { q } });
      return { status, msg: body.msg, data: body.data };
    };
    return { app, find };
  }

  test("campaigns are found by a part of their name and the beginning of their ID, without LIKE patterns", async () => {
    const { app, find } = await aWorld();
    const summer = await aCampaign(app, { name: "Late Summer_sale" });
    await aCampaign(app, { name: "Late SummerXsale", active: false });
    expect((await find("summer")).data.campaigns).toHaveLength(2);
    expect((await find("summer_sale")).data.campaigns).toEqual([
      { id: summer.id, name: "Late Summer_sale", display_id: summer.displayId, active: true },
    ]);
    expect((await find(summer.displayId.slice(0, 4))).data.campaigns[0].id).toBe(summer.id);
    expect((await find("%%")).data.campaigns).toEqual([]);
  });

  test("admins find users by the beginning of their ID, name or email, each once, IDs first", async () => {
    const { app, find } = await aWorld("admin");
    const campaign = await aCampaign(app);
    await anAttributedUser(app, campaign.id, {
      userId: "ada-1",
      name: "Ada Lovelace",
      email: "Ada@example.com",
    });
    await anAttributedUser(app, campaign.id, { userId: "u-2", name: "ADA Yonath" });
    expect((await find("ada")).data.users).toEqual([
      { user_id: "ada-1", name: "Ada Lovelace" },
      { user_id: "u-2", name: "ADA Yonath" },
    ]);
    expect((await find("ada@EXAMPLE")).data.users).toEqual([{ user_id: "ada-1", name: "Ada Lovelace" }]);
    expect((await find("ada-")).data.users).toHaveLength(1);
  });

  test("installs are found by any of their IDs", async () => {
    const { app, find } = await aWorld();
    const gaid = crypto.randomUUID();
    const { id } = await anInstall(app, null, { deviceIds: [gaid] });
    expect((await find(gaid.toUpperCase())).data.installs).toMatchObject([{ id, platform: "ANDROID" }]);
    expect((await find(id)).data.installs).toMatchObject([{ id, found_by: "install id" }]);
  });

  test("a payment is found by its complete ID, in its own project", async () => {
    const { app, find } = await aWorld();
    await anAttributedUser(app, (await aCampaign(app)).id, { userId: "ada" });
    const body = { token: app.token, user_id: "ada", payment_id: "order-77", amount: 5, platform: "IOS" };
    expect((await call("POST /api/client/capture-payment", { body })).status).toBe(201);
    expect((await find("order-77")).data.payments).toEqual([{ payment_id: "order-77", type: "DEFAULT" }]);
    expect((await find("order-7")).data.payments).toEqual([]);
    expect((await (await aWorld()).find("order-77")).data.payments).toEqual([]);
  });

  test("endpoints of the API reference are found by all words of the search", async () => {
    const { find } = await aWorld();
    const { docs } = (await find("payment remove")).data;
    expect(docs.map((each: { path: string }) => each.path)).toEqual(["/api/client/remove-captured-payment"]);
  });

  test("a found endpoint has the page and section of its operation, also if its methods share one", async () => {
    const { find } = await aWorld();
    const urls = async (q: string) => (await find(q)).data.docs.map((each: { url: string }) => each.url);
    expect(await urls("payment remove")).toEqual([
      "/docs/apps/events-and-payments#post/api/client/remove-captured-payment",
    ]);
    const edit = "/docs/servers/campaigns#patch/api/v1/campaigns/{display_id}";
    expect(await urls("put campaigns display_id")).toEqual([edit]);
    expect(await urls("patch campaigns display_id")).toEqual([edit]);
  });

  test("an invalid search is rejected, and an unknown one finds nothing", async () => {
    const { find } = await aWorld();
    expect(await find("a")).toMatchObject({ status: 400, msg: "Type at least two characters." });
    expect(await find("x".repeat(257))).toMatchObject({ status: 400 });
    expect((await find("\u0000\u0000")).data).toMatchObject({ campaigns: [], users: [], installs: [] });
  });
});
