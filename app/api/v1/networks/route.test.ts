import { expect, test } from "vitest";
import * as network from "@/app/api/v1/networks/[code]/route";
import * as networks from "@/app/api/v1/networks/route";
import { sql } from "@/db";
import { selectableNetworks } from "@/lib/campaigns/networks";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { aProject } from "@/testing/factories";

const path = "/api/v1/networks";

asServedOrBoth([networks, network], (call) => {
  const add = (key: string, body: Record<string, unknown>) => call(`POST ${path}`, { key, body });
  const listed = async (key: string) => (await call(`GET ${path}`, { key })).body.data.networks;

  test("201 a network is listed before the built-in ones, and the audit log names its author", async () => {
    const app = await aProject();
    const made = await add(app.serverKey, {
      name: "Acme Ads",
      click_parameter: "acme_click",
      publisher_parameter: "site",
      link_parameters: "acme_click={click_id}&site={site_id}",
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        msg: "Network added.",
        data: {
          network: {
            code: "Acme_Ads",
            name: "Acme Ads",
            is_custom: true,
            click_parameter: "acme_click",
            publisher_parameter: "site",
            link_parameters: "acme_click={click_id}&site={site_id}",
            campaigns: 0,
          },
        },
      },
    });
    const all = await listed(app.serverKey);
    expect(all[0]).toEqual(made.body.data.network);
    expect(all.slice(1).map(({ code }: { code: string }) => code)).toEqual(
      selectableNetworks.map(({ code }) => code),
    );
    const [entry] = await sql`
      select action, target from audit_log where project_id = ${app.project.id} order by id desc limit 1`;
    expect(entry).toEqual({ action: "network.add", target: "Acme_Ads" });
  });

  test.each([
    [{ name: "" }, 400, "Name is required."],
    [{ name: "Acme_/" }, 400, "A name has 2 to 40 letters"],
    [{ name: "Acme", click_parameter: "gclid" }, 400, "A built-in network uses this click ID parameter."],
    [{ name: "Acme", click_parameter: "utm_id" }, 400, "can't be a parameter that Cairn or utm_ uses."],
    [{ name: "Acme", click_parameter: "a b" }, 400, "A parameter name has 1 to 64 letters"],
    [{ name: "Acme", link_parameters: "c=1" }, 400, "Remove c: the link has it already."],
    [{ name: "Acme", link_parameters: "a=1&a=2" }, 400, "a is there twice."],
    [{ name: "Acme", link_parameters: "nothing" }, 400, "Write link parameters as name=value"],
    [{ name: "facebook" }, 409, "This is the name of a built-in network."],
    [{ name: "applovin" }, 409, "This is the name of a built-in network."],
    [{ name: "none" }, 409, "Choose another name."],
  ])("%o is refused with %i %s", async (body, status, why) => {
    const app = await aProject();
    const got = await add(app.serverKey, body);
    expect(got.status).toBe(status);
    expect(JSON.stringify(got.body)).toContain(why);
  });

  test("windows are the network's own or the project's; installs are decided by them", async () => {
    const app = await aProject();
    const windowsOf = ({ body }: { body: { data: { network: Record<string, number> } } }) => [
      body.data.network.click_window_days,
      body.data.network.view_window_hours,
    ];
    expect(windowsOf(await add(app.serverKey, { name: "Plain Ads" }))).toEqual([7, 0]);
    const own = { click_window_days: 14, view_window_hours: 6 };
    expect(windowsOf(await add(app.serverKey, { name: "Acme Ads", ...own }))).toEqual([14, 6]);
    const rules = async () => {
      const [row] = await sql<{ rules: unknown }[]>`
        select settings -> 'attribution' as rules from projects where id = ${app.project.id}`;
      return row!.rules;
    };
    expect(await rules()).toMatchObject({
      network_click_days: { Acme_Ads: 14 },
      network_view_hours: { Acme_Ads: 6 },
    });
    const change = (body: object) => call(`PATCH ${path}/Acme_Ads`, { key: app.serverKey, body });
    expect(windowsOf(await change({ view_window_hours: 0 }))).toEqual([14, 0]);
    expect(windowsOf(await change({ click_window_days: null }))).toEqual([7, 0]);
    expect(windowsOf(await change({ view_window_hours: null, publisher_parameter: "site" }))).toEqual([7, 0]);
    expect(await rules()).toMatchObject({ network_click_days: {}, network_view_hours: {} });
    expect(await change({ click_window_days: 31 })).toMatchObject({
      status: 400,
      body: { msg: "Enter at most 30 days." },
    });
    expect(await change({})).toMatchObject({ status: 400 });
    const meta = (await listed(app.serverKey)).find(({ code }: { code: string }) => code === "META");
    expect(meta).toMatchObject({ click_window_days: 30, view_window_hours: 0 });
  });

  test("409 a name or click ID parameter that is taken in this project, in any spelling", async () => {
    const app = await aProject();
    await add(app.serverKey, { name: "Acme Ads", click_parameter: "acme_click" });
    for (const name of ["acme ads", "ACME-ADS", "Acme_Ads"])
      expect(await add(app.serverKey, { name })).toMatchObject({
        status: 409,
        body: { msg: "A network with this name already exists." },
      });
    expect(await add(app.serverKey, { name: "Other", click_parameter: "ACME_click" })).toMatchObject({
      status: 409,
      body: { msg: "Another network of this project uses this click ID parameter." },
    });
    // Many networks use this name, so it does not identify one.
    for (const name of ["First", "Second"])
      expect((await add(app.serverKey, { name, click_parameter: "click_id" })).status).toBe(201);
    await sql`insert into affiliates (project_id, name) values (${app.project.id}, 'Peak Media')`;
    expect(await add(app.serverKey, { name: "peak-media" })).toMatchObject({
      status: 409,
      body: { msg: "An affiliate has this name." },
    });
    expect((await add((await aProject()).serverKey, { name: "Acme Ads" })).status).toBe(201);
  });

  test("409 for the network after the 200th", async () => {
    const app = await aProject();
    await sql`insert into custom_networks (project_id, code)
      select ${app.project.id}, 'N' || n from generate_series(1, 200) n`;
    expect(await add(app.serverKey, { name: "One more" })).toMatchObject({
      status: 409,
      body: { msg: "A project has at most 200 networks of its own." },
    });
  });

  test("200 a change keeps missing fields; 404 for a built-in network and for another project's", async () => {
    const app = await aProject();
    await add(app.serverKey, { name: "Acme Ads", click_parameter: "acme_click" });
    const change = (key: string, code: string, body: object) => call(`PATCH ${path}/${code}`, { key, body });
    expect(await change(app.serverKey, "acme_ads", { publisher_parameter: "spot" })).toMatchObject({
      status: 200,
      body: {
        data: { network: { code: "Acme_Ads", click_parameter: "acme_click", publisher_parameter: "spot" } },
      },
    });
    expect(await change(app.serverKey, "Acme_Ads", {})).toMatchObject({ status: 400 });
    const other = await aProject();
    expect((await change(app.serverKey, "META", { click_parameter: "x" })).status).toBe(404);
    expect((await change(other.serverKey, "Acme_Ads", { click_parameter: "x" })).status).toBe(404);
    expect((await listed(other.serverKey)).some(({ code }: { code: string }) => code === "Acme_Ads")).toBe(
      false,
    );
  });

  test("204 removes a network; 409 while a campaign or a destination uses it", async () => {
    const app = await aProject();
    const remove = (key = app.serverKey) => call(`DELETE ${path}/Acme_Ads`, { key });
    await add(app.serverKey, { name: "Acme Ads" });
    await sql`
      insert into campaigns (project_id, display_id, name, is_shortlink, network)
      values (${app.project.id}, ${`acme${app.project.id}`}, 'Spring', true, 'Acme_Ads')`;
    expect(await remove()).toMatchObject({
      status: 409,
      body: {
        msg: "A campaign or a destination uses this network. Delete it or change its network first.",
      },
    });
    await sql`update campaigns set deleted_at = now() where project_id = ${app.project.id}`;
    await sql`
      insert into destinations (project_id, kind, name, settings)
      values (${app.project.id}, 'custom_network', 'Acme', '{"network": "Acme_Ads"}')`;
    expect((await remove()).status).toBe(409);
    await sql`update destinations set deleted_at = now() where project_id = ${app.project.id}`;
    expect((await remove((await aProject()).serverKey)).status).toBe(404);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
  });
});
