import { expect, test } from "vitest";
import { campaignsRoutes } from "@/app/api/dashboard/campaigns/campaigns";
import { networksRoutes } from "@/app/api/dashboard/campaigns/networks";
import { installsRoutes } from "@/app/api/dashboard/facts/installs";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";

asServed([networksRoutes, campaignsRoutes, installsRoutes], (call) => {
  async function someone(role: "marketer" | "admin" = "marketer") {
    const account = await anAccount();
    const { project } = await aProject({ account });
    const { session } = await aMember(role, account);
    const base = `/api/dashboard/projects/${project.id}`;
    const send = (method: string, path: string, body?: unknown) =>
      call(`${method} ${base}${path}`, { session, body });
    const add = (name: string, more = {}) => send("POST", "/ad-networks", { name, ...more });
    return { project, send, add };
  }

  test("a custom network is a campaign's network in any spelling, with its own link parameters", async () => {
    const { send, add } = await someone();
    await add("Acme Ads", { link_parameters: "acme_click={click_id}" });
    const made = await send("POST", "/campaigns", { name: "Spring", network: "acme ads" });
    expect(made.status).toBe(201);
    const { campaigns } = (await send("GET", "/campaigns?network=ACME_ADS")).body.data;
    expect(campaigns).toMatchObject([{ network: "Acme_Ads", url_parameters: "acme_click={click_id}" }]);
    expect((await send("GET", "/ad-networks")).body.data.networks[0]).toMatchObject({
      code: "Acme_Ads",
      campaigns: 1,
    });
  });

  test("400 Unknown ad network. where another project has the network", async () => {
    await (await someone()).add("Acme Ads");
    const { send } = await someone();
    for (const got of [
      await send("POST", "/campaigns", { name: "Spring", network: "Acme Ads" }),
      await send("GET", "/campaigns?network=Acme_Ads"),
      await send("GET", "/installs?network=Acme_Ads"),
    ])
      expect(got).toMatchObject({ status: 400, body: { msg: "Unknown ad network." } });
  });

  test("bulk creation finds built-in in-app networks and custom ones by name", async () => {
    const { send, add } = await someone();
    await add("Acme Ads");
    const text = "Name,Network\nOne,AppLovin\nTwo,acme ads\nThree,unity ads\nFour,Nobody";
    const { data } = (await send("POST", "/campaigns/sheet/preview", { text })).body;
    expect(data.rows.flatMap((row: { problems: object[] }) => row.problems)).toEqual([
      { field: "network", message: "Unknown ad network." },
    ]);
    await send("POST", "/campaigns/sheet", { text, only_ready: true });
    const { campaigns } = (await send("GET", "/campaigns?sort=name&order=ascending")).body.data;
    expect(campaigns.map(({ name, network }: { name: string; network: string }) => [name, network])).toEqual([
      ["One", "APPLOVIN"],
      ["Three", "UNITY_ADS"],
      ["Two", "Acme_Ads"],
    ]);
  });

  test("the form shows and sets a network's own windows, with the limits of the API", async () => {
    const { send, add } = await someone("admin");
    await add("Acme Ads");
    const shown = async () => {
      const { networks, default_windows } = (await send("GET", "/ad-networks")).body.data;
      const { click_window_days, view_window_hours, own_windows } = networks[0];
      return { click_window_days, view_window_hours, own_windows, default_windows };
    };
    const defaults = { click_window_days: 7, view_window_hours: 0 };
    const none = { click_window_days: null, view_window_hours: null };
    expect(await shown()).toEqual({ ...defaults, own_windows: none, default_windows: defaults });
    const put = (body: object) => send("PUT", "/ad-networks/Acme_Ads/windows", body);
    const own = { click_window_days: 14, view_window_hours: 6 };
    expect(await put(own)).toMatchObject({ status: 200, body: { data: { network: own } } });
    expect(await shown()).toEqual({ ...own, own_windows: own, default_windows: defaults });
    expect(await put({ ...none, view_window_hours: 0 })).toMatchObject({ status: 200 });
    expect(await shown()).toEqual({
      ...defaults,
      own_windows: { ...none, view_window_hours: 0 },
      default_windows: defaults,
    });
    for (const [body, msg] of [
      [{ ...own, click_window_days: 31 }, "Enter at most 30 days."],
      [{ ...own, view_window_hours: 25 }, "Enter at most 24 hours."],
    ] as const)
      expect(await put(body)).toMatchObject({ status: 400, body: { msg } });
    expect((await send("PUT", "/ad-networks/META/windows", own)).status).toBe(404);
    expect((await send("PUT", "/ad-networks/Other/windows", own)).status).toBe(404);
  });

  test("a change and a removal answer with the network", async () => {
    const { send, add } = await someone();
    await add("Acme Ads");
    expect(await send("PATCH", "/ad-networks/Acme_Ads", { click_parameter: "acme" })).toMatchObject({
      status: 200,
      body: { data: { network: { click_parameter: "acme" } } },
    });
    expect(await send("DELETE", "/ad-networks/Acme_Ads")).toMatchObject({
      status: 200,
      body: { data: { code: "Acme_Ads" } },
    });
    expect((await send("DELETE", "/ad-networks/Acme_Ads")).status).toBe(404);
  });
});
