import { expect, test } from "vitest";
import { sql } from "@/db";
import { registerInstall } from "@/lib/facts/installs/register";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aClick, aMember, aProject, decideEverything, ledgerOf } from "@/testing/factories";
import { blocksRoutes } from "./blocks";

const now = new Date("2026-06-20T12:00:00Z");
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

asServed([blocksRoutes], (call) => {
  async function someone() {
    const app = await aProject();
    const { session, email } = await aMember("marketer", app.accountId);
    const path = `/api/dashboard/projects/${app.project.id}/blocks`;
    const send = (method: string, rest = "", body?: object) =>
      call(`${method} ${path}${rest}`, { session, now, ...(body ? { body } : {}) });
    const add = (body: object) => send("POST", "", { action: "reject", reason: "fast clicks", ...body });
    const campaign = await aCampaign(app, { network: "APPLOVIN" });
    /** An install after a click of the publisher, by the store's referrer. */
    const comes = async (instance: string, minutes: number, publisherId?: string, address = "") => {
      const click = await aClick(app, {
        campaignId: campaign.id,
        at: at(minutes - 20),
        network: "APPLOVIN",
        ...(publisherId && { publisherId }),
      });
      const body = {
        token: "",
        install_instance_id: instance,
        platform: "ANDROID" as const,
        app_version: "2.1.4",
        device_data: { install_ref: `cairn_click=${click}` },
      };
      await registerInstall(app.project, body, { userAgent: null, address, country: "DE", now: at(minutes) });
    };
    const decisions = async () => {
      await decideEverything(app);
      expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
      const rows = await sql<{ instance: string; is: boolean; flags: string[] | null; withheld: boolean }[]>`
        select install_instance_id as instance, campaign_id is not null as is, flags, postbacks_withheld as withheld
        from installs where project_id = ${app.project.id} order by installed_at, id`;
      return rows.map(
        ({ instance, is, flags, withheld }) =>
          `${instance}: ${is ? "attributed" : "organic"}${flags ? ` ${flags}` : ""}${withheld ? " withheld" : ""}`,
      );
    };
    return { app, send, add, comes, decisions, email, campaign };
  }

  test("an entry is added, listed, ended and deleted; each change is in the audit log", async () => {
    const { app, send, add, email } = await someone();
    const made = await add({ kind: "publisher", value: " 4711 ", network: "applovin" });
    expect(made.status, made.text).toBe(201);
    const { entry } = made.body.data;
    expect(entry).toMatchObject({
      kind: "publisher",
      value: "4711",
      network: "APPLOVIN",
      action: "reject",
      max_installs: null,
      reason: "fast clicks",
      created_by: email,
      starts_at: now.toISOString(),
      ends_at: null,
    });
    await add({ kind: "country", value: "vn" });
    const values = async (query = "") =>
      (await send("GET", query)).body.data.entries.map(({ value }: { value: string }) => value);
    expect(await values()).toEqual(["VN", "4711"]);
    expect(await values("?kind=country")).toEqual(["VN"]);
    expect((await send("POST", `/${entry.id}/end`)).body.data.entry.ends_at).toBe(now.toISOString());
    expect((await send("POST", `/${entry.id}/end`)).status).toBe(404);
    expect((await send("DELETE", `/${entry.id}`)).body.data).toEqual({ id: entry.id });
    expect((await send("DELETE", `/${entry.id}`)).status).toBe(404);
    expect(await values()).toEqual(["VN"]);
    const logged = await sql`
      select action, target from audit_log where project_id = ${app.project.id} and action like 'block.%' order by id`;
    expect(logged.map(({ action, target }) => `${action} ${target}`)).toEqual([
      "block.add 4711",
      "block.add VN",
      "block.end 4711",
      "block.remove 4711",
    ]);
  });

  test.each<[object, Record<string, string>]>([
    [{ kind: "colour", value: "x" }, { kind: expect.stringContaining("Kind must be one of") }],
    [{ kind: "publisher", value: " " }, { value: expect.any(String) }],
    [{ kind: "publisher", value: "none" }, { value: "Enter the ID of one publisher." }],
    [{ kind: "country", value: "Germany" }, { value: "Enter the two letters of a country, such as DE." }],
    [
      { kind: "address", value: "10.0.0.0/33" },
      { value: "Enter an IP address or a range such as 203.0.113.0/24 or 2001:db8::/32." },
    ],
    [
      { kind: "address", value: "0.0.0.0/0" },
      { value: "The range is too large. Use a prefix of at least /8." },
    ],
    [
      { kind: "address", value: "2000::/3" },
      { value: "The range is too large. Use a prefix of at least /19." },
    ],
    [
      { kind: "app_version", value: "*" },
      { value: "Enter a version such as 2.1.0, or 2.1.* for all that begin with it." },
    ],
    [
      { kind: "os", value: "Symbian" },
      { value: "Enter Android or iOS, or one with a version, such as Android 9." },
    ],
    [{ kind: "network", value: "No such" }, { value: expect.any(String) }],
    [{ kind: "publisher", value: "1", network: "No such" }, { network: expect.any(String) }],
    [
      { kind: "country", value: "DE", max_installs: 3 },
      { max_installs: "Only a publisher can have a limit." },
    ],
    [
      { kind: "publisher", value: "1", max_installs: 0 },
      { max_installs: "Maximum installs must be at least 1." },
    ],
    [
      { kind: "publisher", value: "1", ends_at: "2026-06-20T11:00:00Z" },
      { ends_at: "The end must be after the start." },
    ],
    [
      { kind: "publisher", value: "1", ends_at: "2026-02-30" },
      { ends_at: "Enter a date such as 2026-06-14, or a time with its zone." },
    ],
    [{ kind: "publisher", value: "1", reason: "" }, { reason: expect.any(String) }],
  ])("400 for %j, at its field", async (body, errors) => {
    const { add } = await someone();
    const got = await add(body);
    expect([got.status, got.body.errors]).toEqual([400, errors]);
  });

  test("days are in the project's time zone, and the last one is included", async () => {
    const { app, add } = await someone();
    await sql`update projects set time_zone = 'Asia/Kolkata' where id = ${app.project.id}`;
    const days = { starts_at: "2026-06-20", ends_at: "2026-06-21" };
    expect((await add({ kind: "publisher", value: "1", ...days })).body.data.entry).toMatchObject({
      starts_at: "2026-06-19T18:30:00.000Z",
      ends_at: "2026-06-21T18:30:00.000Z",
    });
  });

  test("409 for an entry that is in force already, and for more than the limits", async () => {
    const { app, add } = await someone();
    await add({ kind: "publisher", value: "4711" });
    expect((await add({ kind: "publisher", value: "4711" })).status).toBe(409);
    expect((await add({ kind: "publisher", value: "4711", network: "APPLOVIN" })).status).toBe(201);
    await sql`
      insert into block_entries (project_id, kind, value, action, reason, created_by, starts_at)
      select ${app.project.id}, 'address', '10.0.0.' || n, 'tag', 'x', 'x', ${now} from generate_series(1, 500) n`;
    expect(await add({ kind: "address", value: "203.0.113.7" })).toMatchObject({ status: 409 });
    expect((await add({ kind: "publisher", value: "4712" })).status).toBe(201);
  });

  test("a blocked publisher's installs are organic, others are attributed, and earlier decisions stay", async () => {
    const { add, comes, decisions, app, campaign } = await someone();
    await comes("before", -5, "4711");
    expect(await decisions()).toEqual(["before: attributed"]);
    await add({ kind: "publisher", value: "4711", network: "APPLOVIN" });
    await comes("blocked", 5, "4711");
    await comes("other", 6, "4712");
    await comes("none", 7);
    expect(await decisions()).toEqual([
      "before: attributed",
      "blocked: organic block_list withheld",
      "other: attributed",
      "none: attributed",
    ]);
    const figures = await ledgerOf(app.project.id, campaign.id);
    expect(figures.installs?.count).toBe(3);
    const [row] = await sql<{ charges: object[]; reason: string }[]>`
      select d.evidence->'charges' as charges, d.reason from decisions d join installs s
      on s.project_id = ${app.project.id} and s.id = d.install_id
      where d.project_id = ${app.project.id} and s.install_instance_id = 'blocked'`;
    expect(row).toMatchObject({
      reason: "fraud",
      charges: [
        {
          rule: "block_list",
          level: "reject",
          evidence: { kind: "publisher", value: "4711", since: "2026-06-20", reason: "fast clicks" },
        },
      ],
    });
  });

  test("publishers beyond the limit are blocked as (other), of one network", async () => {
    const { add, comes, decisions } = await someone();
    expect((await add({ kind: "publisher", value: "(other)", network: "APPLOVIN" })).status).toBe(201);
    await comes("beyond", 5, "(other)");
    await comes("known", 6, "4711");
    await comes("none", 7);
    expect(await decisions()).toEqual([
      "beyond: organic block_list withheld",
      "known: attributed",
      "none: attributed",
    ]);
  });

  test("an ended entry no longer applies, and one that withholds postbacks keeps the attribution", async () => {
    const { app, send, add, comes, decisions } = await someone();
    const { id } = (await add({ kind: "app_version", value: "2.1.*", action: "hold" })).body.data.entry;
    await comes("held", 1);
    await sql`update block_entries set ends_at = ${at(2)} where project_id = ${app.project.id} and id = ${id}`;
    await comes("later", 3);
    expect(await decisions()).toEqual(["held: attributed block_list withheld", "later: attributed"]);
    expect((await send("GET")).body.data.entries).toMatchObject([{ id, action: "hold" }]);
  });

  test("a limit allows so many installs of the publisher within the hour, whether decided together or not", async () => {
    const { add, comes, decisions } = await someone();
    await add({ kind: "publisher", value: "4711", max_installs: 2, per_hours: 1 });
    for (const n of [1, 2, 3, 4]) await comes(`i${n}`, n, "4711");
    await comes("other", 5, "4712");
    expect(await decisions()).toEqual([
      "i1: attributed",
      "i2: attributed",
      "i3: organic block_list withheld",
      "i4: organic block_list withheld",
      "other: attributed",
    ]);
    await comes("next", 30, "4711");
    await comes("an hour later", 63, "4711");
    expect((await decisions()).slice(5)).toEqual([
      "next: organic block_list withheld",
      "an hour later: attributed",
    ]);
  });

  test("installs from a listed IP range are marked when they arrive; the address itself is not stored", async () => {
    const { app, add, comes, decisions } = await someone();
    await add({ kind: "address", value: "2001:db8::/32", action: "tag" });
    await comes("inside", 1, undefined, "2001:db8:1::7");
    await comes("outside", 2, undefined, "2001:db9::7");
    expect(await decisions()).toEqual(["inside: attributed block_list", "outside: attributed"]);
    const stored = await sql`select * from installs where project_id = ${app.project.id}`;
    expect(JSON.stringify(stored)).not.toContain("2001:db8:1");
  });

  const sheet = "Kind,Publisher ID,Network,Action,Reason,Color\npublisher,4711,AppLovin,,fast,red\n";

  test("a sheet is previewed with its problems, and added as a whole or not at all", async () => {
    const { send } = await someone();
    const wrong = `${sheet}os,Symbian,,tag,old,\npublisher,4711,AppLovin,tag,again,\n`;
    const preview = (await send("POST", "/sheet/preview", { text: wrong })).body.data;
    expect(preview).toMatchObject({
      ignored: ["Color"],
      ready: false,
      rows: [
        { line: 2, problems: [] },
        { line: 3, problems: ["Enter Android or iOS, or one with a version, such as Android 9."] },
        { line: 4, problems: ["The list has this entry already."] },
      ],
    });
    const refused = await send("POST", "/sheet", { text: wrong });
    expect(refused).toMatchObject({
      status: 400,
      body: { msg: "Line 3: Enter Android or iOS, or one with a version, such as Android 9." },
    });
    expect((await send("GET")).body.data.entries).toEqual([]);
    expect((await send("POST", "/sheet", { text: sheet })).body.data).toEqual({ added: 1 });
    expect((await send("GET")).body.data.entries).toMatchObject([
      { kind: "publisher", value: "4711", network: "APPLOVIN", action: "reject", reason: "fast" },
    ]);
  });

  test.each([
    ["Name\nx", "has only one column"],
    ["Kind,Reason\npublisher,x", 'The column "value" is missing.'],
    [`Value,Reason\n${"4711,x\n".repeat(1_001)}`, "at most 1000 entries"],
  ])("400 for a sheet that cannot be read", async (text, message) => {
    const { send } = await someone();
    const got = await send("POST", "/sheet/preview", { text });
    expect([got.status, got.body.msg]).toEqual([expect.any(Number), expect.stringContaining(message)]);
    expect(got.status).toBeGreaterThanOrEqual(400);
  });
});
