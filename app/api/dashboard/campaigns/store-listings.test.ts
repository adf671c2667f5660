import { expect, test } from "vitest";
import { sql } from "@/db";
import { randomBase62 } from "@/lib/base/ids";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";
import { storeListingsRoutes } from "./store-listings";

const apple = "https://apps.apple.com/de/app/wander/id1234567890?mt=8&pt=118&ct=mail";
const play = "https://play.google.com/store/apps/details?id=com.example.wander&hl=de&referrer=utm_source%3Dx";

asServed([storeListingsRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const { project } = await aProject({ account });
    const { session } = await aMember("marketer", account);
    const path = `/api/dashboard/projects/${project.id}/store-listings`;
    const post = (body: object) => call(`POST ${path}`, { session, body });
    const added = async (url = apple) => (await post({ name: "Main", url })).body.data.store_listing;
    const list = async () => (await call(`GET ${path}`, { session })).body.data.store_listings;
    return { project, session, path, post, added, list };
  }

  async function useIn(project: number, listingId: string) {
    const [campaign] = await sql<{ id: number }[]>`
      insert into campaigns (project_id, display_id, name, is_shortlink)
      values (${project}, ${randomBase62(8)}, 'Spring', true) returning id`;
    await sql`
      insert into campaign_store_listings (project_id, campaign_id, platform, store_listing_id)
      values (${project}, ${campaign!.id}, 'IOS', ${listingId})`;
    return campaign!.id;
  }

  test("platform, app and page are read from a pasted address", async () => {
    const { post, list } = await someone();
    const ios = await post({ name: "Main", url: apple });
    expect(ios.status).toBe(201);
    expect(ios.body.data.store_listing).toMatchObject({
      store_listing_id: expect.stringMatching(/^sl_[0-9A-Za-z]{20}$/),
      name: "Main",
      platform: "IOS",
      app_id: "1234567890",
      page_id: null,
      url: "https://apps.apple.com/app/id1234567890",
      campaigns: 0,
    });
    const android = await post({ name: "Other", url: `${play}&listing=summer` });
    expect(android.body.data.store_listing).toMatchObject({
      platform: "ANDROID",
      app_id: "com.example.wander",
      page_id: "summer",
    });
    expect(await list()).toHaveLength(2);
  });

  test.each([
    [{ name: "x".repeat(101), url: apple }, "name", "Name must be at most 100 characters long."],
    [{ name: "x" }, "url", "Store address is required."],
    [
      { name: "x", url: "https://example.com" },
      "url",
      expect.stringMatching(/^Paste the URL of an App Store page/),
    ],
    [
      { name: "x", url: "javascript:alert(1)" },
      "url",
      expect.stringMatching(/^Paste the URL of an App Store page/),
    ],
  ])("400 for %j", async (body, field, msg) => {
    const { post } = await someone();
    expect(await post(body)).toMatchObject({ status: 400, body: { errors: { [field]: msg } } });
  });

  test.each([
    [apple, "App Store"],
    [`${play}&listing=summer`, "Google Play, summer"],
  ])("201 without a name %s is named after its page: %s", async (url, name) => {
    const { post } = await someone();
    expect((await post({ url })).body.data.store_listing.name).toBe(name);
    expect((await post({ name: " ", url })).body.data.store_listing.name).toBe(name);
  });

  test("name and address can be changed, but not the platform", async () => {
    const { added, path, session } = await someone();
    const { store_listing_id: id } = await added();
    const patch = (body: object) => call(`PATCH ${path}/${id}`, { session, body });
    expect((await patch({ name: "Renamed" })).body.data.store_listing).toMatchObject({
      name: "Renamed",
      app_id: "1234567890",
    });
    const page = "45812c9b-c296-43d3-c6a0-c5a02f74bf6e";
    const moved = await patch({ url: `https://apps.apple.com/app/id99?ppid=${page}` });
    expect(moved.body.data.store_listing).toMatchObject({ name: "Renamed", app_id: "99", page_id: page });
    expect((await patch({ url: apple })).body.data.store_listing.page_id).toBeNull();
    const other = await patch({ url: play });
    expect(other).toMatchObject({
      status: 400,
      body: { errors: { url: "This page is for the other platform. Add a new store listing for it." } },
    });
    expect((await patch({})).status).toBe(400);
  });

  test("409 for removing a listing that a campaign uses, until the campaign is deleted", async () => {
    const { added, list, path, project, session } = await someone();
    const { store_listing_id: id } = await added();
    const campaign = await useIn(project.id, id);
    expect((await list())[0].campaigns).toBe(1);
    const refused = await call(`DELETE ${path}/${id}`, { session });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        msg: "A campaign uses this store listing. Delete the campaign or change its listing first.",
        status: 409,
      },
    });
    await useIn(project.id, id);
    expect((await call(`DELETE ${path}/${id}`, { session })).body.msg).toBe(
      "2 campaigns use this store listing. Delete them or change their listing first.",
    );
    await sql`update campaigns set deleted_at = now() where project_id = ${project.id}`;
    const done = await call(`DELETE ${path}/${id}`, { session });
    expect(done).toMatchObject({ status: 200, body: { data: { store_listing_id: id } } });
    expect(await list()).toEqual([]);
    const left = await sql`
      select 1 from campaign_store_listings where project_id = ${project.id} and campaign_id = ${campaign}`;
    expect(left).toHaveLength(0);
  });

  test("404 for another project's listing, as for one that does not exist", async () => {
    const { path, session } = await someone();
    const other = await someone();
    const foreign = await other.added();
    for (const method of ["PATCH", "DELETE"]) {
      const body = { name: "Mine" };
      const unknown = await call(`${method} ${path}/sl_nothing`, { session, body });
      expect(unknown).toMatchObject({ status: 404, body: { msg: "Not found." } });
      expect((await call(`${method} ${path}/${foreign.store_listing_id}`, { session, body })).text).toBe(
        unknown.text,
      );
    }
    expect((await other.list())[0].name).toBe("Main");
  });
});
