import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import * as campaign from "@/app/api/v1/campaigns/[display_id]/route";
import * as campaigns from "@/app/api/v1/campaigns/route";
import * as createCampaign from "@/app/api/v1/create-campaign/route";
import { sql } from "@/db";
import { newServerKey } from "@/lib/accounts/access/credentials";
import { commandLine } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { linkBase } from "@/lib/base/web/hosts";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { addDomain } from "@/lib/projects/domains/add";
import { type AProject, anAccount, aProject, aStoreListing, withoutLimits } from "@/testing/factories";

asServedOrBoth([createCampaign, campaigns, campaign], (call) => {
  let app: AProject;
  /** A project of the same account, and one of another. */
  let sibling: AProject;
  let stranger: AProject;

  beforeAll(async () => {
    const account = await anAccount();
    [app, sibling, stranger] = await Promise.all([aProject({ account }), aProject({ account }), aProject()]);
    await Promise.all([app, sibling, stranger].map(withoutLimits));
  });

  const create = (body: unknown, key = app.serverKey) => call("POST /api/v1/create-campaign", { key, body });
  const named = (more: object) => ({ name: "Summer", ...more });
  const refusal = async (body: unknown) => {
    const got = await create(body);
    return [got.status, got.body.msg];
  };
  const exists = async (displayId: string) =>
    (
      await sql`select 1 from campaigns where project_id = ${app.project.id} and display_id = ${displayId}
        and deleted_at is null`
    ).length;

  test("401 Server key missing! / Server key invalid!", async () => {
    const none = await call("POST /api/v1/create-campaign", { body: {} });
    expect(none.body).toEqual({ msg: "Server key missing!", status: 401, data: null });
    expect((await create({}, "")).body.msg).toBe("Server key missing!");
    for (const key of [newServerKey().key, "x", app.token]) {
      expect((await create({}, key)).body).toEqual({ msg: "Server key invalid!", status: 401, data: null });
    }
  });

  describe("201 with every documented field", () => {
    test("a short link", async () => {
      const id = randomBase62(10);
      const got = await create(
        named({ custom_display_id: id, link_for_desktop_users: "https://example.com/" }),
      );
      expect(got.body).toEqual({
        msg: "Campaign created successfully!",
        status: 201,
        data: {
          id: expect.any(Number),
          name: "Summer",
          link: `${linkBase(app.domain, env.APP_URL)}/?c=${id}`,
          website: null,
          display_id: id,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          android_web_redirect: null,
          ios_web_redirect: null,
          domain: app.domain,
          store_listings: [],
        },
      });
    });

    test("a deeplink campaign, with every field", async () => {
      const listings = [
        await aStoreListing(app, "IOS", "Apple"),
        await aStoreListing(app, "ANDROID", "Play"),
      ];
      const id = randomBase62(10);
      const got = await create({
        name: "Autumn",
        deeplink: "https://app.example.com/p/7?c=zzz&x=1#top",
        link_for_desktop_users: "https://example.com/autumn",
        android_web_redirect: "https://example.com/android",
        ios_web_redirect: "https://example.com/ios",
        custom_display_id: id,
        is_shortlink: false,
        domain: app.domain,
        store_listing_ids: listings,
      });
      expect(got.body.data).toMatchObject({
        link: `https://app.example.com/p/7?x=1&c=${id}#top`,
        website: "https://example.com/autumn",
        android_web_redirect: "https://example.com/android",
        ios_web_redirect: "https://example.com/ios",
        store_listings: [
          { store_listing_id: listings[0], name: "Apple", platform: "IOS" },
          { store_listing_id: listings[1], name: "Play", platform: "ANDROID" },
        ],
      });
      const listed = await call("GET /api/v1/campaigns", {
        key: app.serverKey,
        query: { link: got.body.data.link },
      });
      expect(listed.body.data.campaigns).toMatchObject([
        { display_id: id, store_listings: [{ platform: "IOS" }, {}] },
      ]);
    });

    test("purpose is stored and returned if sent, and `both` without it", async () => {
      const purposeOf = async (body: object) => {
        const { status, body: got } = await create(named(body));
        const [row] = await sql`
          select purpose from campaigns where project_id = ${app.project.id} and id = ${got.data.id}`;
        return [status, got.data.purpose, row!.purpose];
      };
      expect(await purposeOf({ purpose: "retargeting" })).toEqual([201, "retargeting", "retargeting"]);
      expect(await purposeOf({ purpose: null })).toEqual([201, undefined, "both"]);
      expect(await purposeOf({})).toEqual([201, undefined, "both"]);
      expect(await refusal(named({ purpose: "growth" }))).toEqual([
        400,
        "purpose must be one of new_users, retargeting, both!",
      ]);
    });

    test("is_shortlink with a deeplink: the link is short, website null, both destinations are stored", async () => {
      const id = randomBase62(10);
      const sent = {
        deeplink: "myapp://x",
        link_for_desktop_users: "https://example.com",
        is_shortlink: true,
      };
      const got = await create(named({ custom_display_id: id, ...sent }));
      expect(got.body.data).toMatchObject({ link: expect.stringMatching(/\/\?c=/), website: null });
      const [row] = await sql`
        select deeplink, website from campaigns where project_id = ${app.project.id} and display_id = ${id}`;
      expect(row).toEqual({ deeplink: "myapp://x", website: "https://example.com" });
    });

    test("without a deeplink it is a short link, whatever is_shortlink is", async () => {
      for (const is_shortlink of [false, null, undefined]) {
        const got = await create(named({ is_shortlink, link_for_desktop_users: "https://example.com" }));
        expect(got.body.data).toMatchObject({ link: expect.stringMatching(/\/\?c=/), website: null });
      }
    });

    test("a random ID has 6 or more letters and digits, and no two are equal", async () => {
      const made = await Promise.all(Array.from({ length: 20 }, () => create({ name: "x" })));
      const ids = made.map((got) => got.body.data.display_id);
      expect(new Set(ids).size).toBe(20);
      for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{6,}$/);
    });

    test("null and blank optional fields are absent, unknown ones ignored", async () => {
      const id = randomBase62(10);
      const got = await create(
        named({
          deeplink: null,
          link_for_desktop_users: "",
          android_web_redirect: " ",
          ios_web_redirect: null,
          is_shortlink: null,
          domain: null,
          store_listing_ids: null,
          custom_display_id: id,
          id: 7,
          project_id: other(),
          attributed_users: 99,
          is_admin: true,
        }),
      );
      expect(got.status).toBe(201);
      expect(got.body.data.id).not.toBe(7);
      expect(got.body.data).not.toHaveProperty("is_admin");
      expect(await exists(id)).toBe(1);
    });
    const other = () => stranger.project.id;

    test("a body of any Content-Type is read as JSON, also after a BOM", async () => {
      for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
        const got = await call("POST /api/v1/create-campaign", {
          key: app.serverKey,
          body: JSON.stringify({ name: "x" }),
          headers: { "content-type": type },
        });
        expect(got.status).toBe(201);
      }
      expect((await create(`\ufeff${JSON.stringify({ name: "x" })}`)).status).toBe(201);
    });
  });

  test.each([[undefined], [""], ["  \t"], [5], [null], [["x"]], [{}]])(
    "400 Campaign name is required! for %j",
    async (name) => {
      expect(await refusal({ name })).toEqual([400, "Campaign name is required!"]);
    },
  );

  describe("text", () => {
    test("any name is stored as sent, or rejected", async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: "binary", minLength: 1, maxLength: 300 }), async (name) => {
          const got = await create({ name });
          if (got.status === 400)
            expect(name.trim() === "" || name.length > 255 || name.includes("\u0000")).toBe(true);
          else expect([got.status, got.body.data.name]).toEqual([201, name]);
        }),
        { numRuns: 30 },
      );
    });

    test.each([
      "<script>alert(1)</script>",
      "'; DROP TABLE campaigns; --",
      "{{7*7}}",
      "\u202eabc\u200b",
      "👩‍👩‍👧",
      "é",
      "é",
    ])("%s is returned unchanged", async (name) => {
      expect((await create({ name })).body.data.name).toBe(name);
    });

    test("400 for a NUL, half a surrogate pair, a name of 1,000 characters", async () => {
      for (const body of [
        '{"name":"a\\u0000b"}',
        '{"name":"a\\ud800"}',
        JSON.stringify({ name: "x".repeat(1000) }),
      ]) {
        expect((await create(body)).status).toBe(400);
      }
    });
  });

  describe("custom_display_id", () => {
    test("409 for an ID that exists in the project or in another of the account", async () => {
      const id = randomBase62(10);
      expect((await create(named({ custom_display_id: id }))).status).toBe(201);
      for (const key of [app.serverKey, sibling.serverKey]) {
        expect((await create(named({ custom_display_id: id }), key)).body).toEqual({
          msg: "A campaign with this display ID already exists!",
          status: 409,
          data: null,
        });
      }
    });

    test("another account may use the same ID, and the same account one that differs by case", async () => {
      const id = `Case${randomBase62(8)}`;
      expect((await create(named({ custom_display_id: id }))).status).toBe(201);
      expect((await create(named({ custom_display_id: id }), stranger.serverKey)).status).toBe(201);
      expect((await create(named({ custom_display_id: `cASE${id.slice(4)}` }))).status).toBe(201);
    });

    test.each(["", "a b", "../x", "a/b", "?c=1", "%2F", "x".repeat(65), "😀", "é", " x", 7, true, ["x"]])(
      "400 for %j",
      async (id) => {
        const got = await create(named({ custom_display_id: id }));
        expect([got.status, got.body.msg]).toEqual([400, expect.stringContaining("1 to 64 characters")]);
      },
    );

    test("new, null and the like are ordinary IDs", async () => {
      const made = await aProject();
      for (const id of ["new", "null", "undefined", "__proto__", "constructor", "-", "x".repeat(64)]) {
        expect((await create(named({ custom_display_id: id }), made.serverKey)).status).toBe(201);
      }
    });

    test("fifty concurrent requests with one ID create one campaign", async () => {
      const id = randomBase62(10);
      const keys = [app.serverKey, sibling.serverKey];
      const got = await Promise.all(
        Array.from({ length: 50 }, (_, i) => create(named({ custom_display_id: id }), keys[i % 2])),
      );
      expect(got.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(got.filter(({ status }) => status === 409)).toHaveLength(49);
      const rows = await sql`
        /* several projects */ select 1 from campaigns where project_id in (${app.project.id}, ${sibling.project.id}) and display_id = ${id}`;
      expect(rows).toHaveLength(1);
    });

    test("a deleted campaign's ID can be used again, and the new campaign has no facts of the old one", async () => {
      const id = randomBase62(10);
      const first = await create(named({ custom_display_id: id }));
      await sql`
        insert into ledger (project_id, day, campaign_id, measure, count)
        values (${app.project.id}, '-infinity', ${first.body.data.id}, 'attributed_users', 5)`;
      const of = { key: app.serverKey };
      expect((await call(`DELETE /api/v1/campaigns/${id}`, of)).status).toBe(204);
      const second = await create(named({ custom_display_id: id }));
      expect(second.status).toBe(201);
      expect(second.body.data.id).not.toBe(first.body.data.id);
      const edited = await call(`PATCH /api/v1/campaigns/${id}`, { ...of, body: { active: true } });
      expect(edited.body.data.attributed_users).toBe(0);
    });
  });

  describe("links", () => {
    const fields = ["deeplink", "link_for_desktop_users", "android_web_redirect", "ios_web_redirect"];

    test.each([
      "javascript:alert(1)",
      "JAVASCRIPT://%0aalert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "blob:https://a.example/1",
      "vbscript:x",
      "//evil.example",
      "example.com",
      "https://a.example/\r\nLocation: https://evil.example",
      "https://a.example/\n",
      5,
      {},
    ])("400 Not a valid link! for %j in any of them", async (link) => {
      for (const field of fields)
        expect(await refusal(named({ [field]: link }))).toEqual([400, "Not a valid link!"]);
    });

    test("an app's scheme is only valid as a deeplink", async () => {
      for (const field of fields.slice(1)) {
        expect(await refusal(named({ [field]: "myapp://x" }))).toEqual([400, "Not a valid link!"]);
      }
      const got = await create(named({ deeplink: "myapp://x?y=1#z", custom_display_id: randomBase62(9) }));
      expect(got.body.data.link).toMatch(/^myapp:\/\/x\?y=1&c=\w+#z$/);
    });
  });

  test.each(["true", 1, {}])("400 for is_shortlink %j", async (is_shortlink) => {
    expect(await refusal(named({ is_shortlink }))).toEqual([400, "is_shortlink must be a boolean!"]);
  });

  describe("domain", () => {
    test("400 Domain not found in project", async () => {
      for (const domain of [stranger.domain, sibling.domain, "nobody.example.com", "%", 5, ["x"]]) {
        expect(await refusal(named({ domain }))).toEqual([400, "Domain not found in project"]);
      }
    });

    test("400 Domain not found in project, for an unverified one: its link would not work", async () => {
      const host = `claimed.${app.domain}.example.com`;
      await addDomain(app.project, host, commandLine, { now: new Date(), appUrl: env.APP_URL });
      expect(await refusal(named({ domain: host }))).toEqual([400, "Domain not found in project"]);
      await addDomain(app.project, host, commandLine, {
        now: new Date(),
        appUrl: env.APP_URL,
        byOperator: true,
      });
      expect((await create(named({ domain: host }))).status).toBe(201);
    });

    test("a domain in any spelling", async () => {
      for (const domain of [app.domain.toUpperCase(), `${app.domain}.`, `${app.domain}:3000`]) {
        expect((await create(named({ domain }))).body.data.domain).toBe(app.domain);
      }
      await sql`
        insert into domains (project_id, host, verification)
        values (${app.project.id}, ${`xn--bcher-kva.${app.domain}`}, 'x') on conflict do nothing`;
      const got = await create(named({ domain: `BÜCHER.${app.domain}` }));
      expect(got.body.data.domain).toBe(`xn--bcher-kva.${app.domain}`);
    });
  });

  describe("store_listing_ids", () => {
    test.each([["x"], [[""]], [["  "]], [[1]], [[null]], [{}], [true]])(
      "400 store_listing_ids must be an array of non-empty strings! for %j",
      async (ids) => {
        expect(await refusal(named({ store_listing_ids: ids }))).toEqual([
          400,
          "store_listing_ids must be an array of non-empty strings!",
        ]);
      },
    );

    test("400 Store listing(s) not found for this project: <ids>", async () => {
      const ours = await aStoreListing(app, "IOS");
      const foreign = await aStoreListing(stranger, "IOS");
      const removed = await aStoreListing(app, "ANDROID");
      await sql`delete from store_listings where project_id = ${app.project.id} and id = ${removed}`;
      expect(await refusal(named({ store_listing_ids: [ours, foreign, removed, "nothing"] }))).toEqual([
        400,
        `Store listing(s) not found for this project: ${foreign}, ${removed}, nothing`,
      ]);
    });

    test("of thousands of unknown IDs the first are named", async () => {
      const ids = Array.from({ length: 9_000 }, (_, i) => `id${i}`);
      const [status, msg] = await refusal(named({ store_listing_ids: ids }));
      expect(status).toBe(400);
      expect(msg).toMatch(/^Store listing\(s\) not found for this project: id0, id1, .* and 8980 more$/);
    });

    test("400 Cannot assign multiple store listings with the same platform to a campaign!", async () => {
      const ids = [await aStoreListing(app, "IOS"), await aStoreListing(app, "IOS")];
      expect(await refusal(named({ store_listing_ids: ids }))).toEqual([
        400,
        "Cannot assign multiple store listings with the same platform to a campaign!",
      ]);
    });

    test("a repeated listing counts once; an empty list is like a missing one", async () => {
      const id = await aStoreListing(app, "IOS", "Apple");
      const got = await create(named({ store_listing_ids: [id, id] }));
      expect(got.body.data.store_listings).toEqual([
        { store_listing_id: id, name: "Apple", platform: "IOS" },
      ]);
      expect((await create(named({ store_listing_ids: [] }))).status).toBe(201);
    });
  });

  describe("an invalid body", () => {
    test.each(["{", '{"name":', "", "null", "[]", '"x"', "1", "true"])("400 for %j", async (body) => {
      expect((await create(body)).status).toBe(400);
    });

    test("400 for invalid UTF-8, 413 for more than 1 MB, 415 for a compressed body", async () => {
      expect((await create(Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400);
      expect((await create(Buffer.from(JSON.stringify({ name: "x" }), "utf16le"))).status).toBe(400);
      expect((await create(named({ x: "y".repeat(1024 * 1024) }))).status).toBe(413);
      const gzip = { key: app.serverKey, body: "{}", headers: { "content-encoding": "gzip" } };
      expect((await call("POST /api/v1/create-campaign", gzip)).status).toBe(415);
    });

    test("400 for a body nested 100,000 deep", async () => {
      const deep = `{"name":"x","a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
      expect((await create(deep)).status).toBe(400);
    });

    test("the last of repeated keys counts; __proto__ is an ordinary key", async () => {
      expect((await create('{"name":"first","name":"last"}')).body.data.name).toBe("last");
      const got = await create(
        '{"name":"x","__proto__":{"is_shortlink":"y"},"constructor":{"prototype":{"z":1}}}',
      );
      expect(got.status).toBe(201);
      expect(({} as Record<string, unknown>).z).toBeUndefined();
    });
  });

  test("a rejected campaign leaves nothing behind", async () => {
    const id = randomBase62(10);
    await create(named({ custom_display_id: id, domain: "nobody.example.com" }));
    await create(named({ custom_display_id: id, deeplink: "javascript:x" }));
    expect((await create(named({ custom_display_id: id }))).status).toBe(201);
  });

  test("the audit log records it with the prefix of the key", async () => {
    const made = await aProject();
    const got = await create(named({}), made.serverKey);
    const rows = await sql`
      select actor, target, detail from audit_log where project_id = ${made.project.id} and action = 'campaign.create'`;
    expect(rows).toEqual([
      {
        actor: `server key ${made.serverKey.slice(0, 10)}`,
        target: got.body.data.display_id,
        detail: { name: "Summer" },
      },
    ]);
  });

  test("429 after 10 requests in a second with one key, edits and deletions together", async () => {
    const made = await aProject();
    const tick = 5_000_000;
    const at = (line: string) => call(line, { key: made.serverKey, tick, body: { name: "x" } });
    const statuses = [];
    for (let i = 0; i < 8; i++) statuses.push((await at("POST /api/v1/create-campaign")).status);
    statuses.push((await at("PATCH /api/v1/campaigns/none")).status);
    statuses.push((await at("DELETE /api/v1/campaigns/none")).status);
    statuses.push((await at("POST /api/v1/create-campaign")).status);
    expect(statuses).toEqual([...Array(8).fill(201), 404, 404, 429]);
  });

  test("405 for GET", async () => {
    const got = await call("GET /api/v1/create-campaign", { key: app.serverKey });
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
