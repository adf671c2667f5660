import { beforeAll, describe, expect, test } from "vitest";
import * as campaign from "@/app/api/v1/campaigns/[display_id]/route";
import * as campaigns from "@/app/api/v1/campaigns/route";
import * as createCampaign from "@/app/api/v1/create-campaign/route";
import { sql } from "@/db";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { type AProject, aProject, withoutLimits } from "@/testing/factories";

/** Inserted directly, because ten thousand calls would take longer than the test itself. */
async function manyCampaigns(app: AProject, count: number): Promise<void> {
  await sql`
    with made as (
           insert into campaigns (project_id, display_id, name, is_shortlink, created_at, updated_at)
           select ${app.project.id}, 'old' || n, 'Campaign ' || n, true, at, at
           from (select n, now() - make_interval(secs => (n / 3)) as at from generate_series(1, ${count}::int) as n) m
           returning project_id, display_id)
    insert into display_ids (account_id, display_id, project_id) select ${app.accountId}, display_id, project_id
    from made`;
}

asServedOrBoth([campaigns, campaign, createCampaign], (call) => {
  describe("a client that reads one page after another", () => {
    let app: AProject;
    beforeAll(async () => {
      app = await aProject();
      await withoutLimits(app);
      await manyCampaigns(app, 10_001);
    });

    test("gets each of 10,001 campaigns once while others create and delete", async () => {
      const key = app.serverKey;
      const deleted = new Set<string>();
      const walking = { on: true };
      let writes = 0;
      const others = (async () => {
        for (; walking.on; writes++) {
          const removedId = `old${(writes * 7919) % 10_001}`;
          const made = await call("POST /api/v1/create-campaign", { key, body: { name: `New ${writes}` } });
          expect(made.status).toBe(201);
          const removed = await call(`DELETE /api/v1/campaigns/${removedId}`, { key });
          if (removed.status === 204) deleted.add(removedId);
        }
      })();

      const seen: string[] = [];
      let pages = 1;
      for (let page = 1; page <= pages; page++) {
        const before = writes;
        const got = await call("GET /api/v1/campaigns", { key, query: { page, limit: 1000 } });
        seen.push(...got.body.data.campaigns.map((one: { display_id: string }) => one.display_id));
        pages = got.body.data.pagination.pages;
        // Waits for a write between any two pages.
        while (writes < before + 3) await new Promise((resolve) => setTimeout(resolve, 2));
      }
      walking.on = false;
      await others;

      expect(new Set(seen).size).toBe(seen.length);
      const missing = [];
      for (let n = 1; n <= 10_001; n++)
        if (!deleted.has(`old${n}`) && !seen.includes(`old${n}`)) missing.push(n);
      expect(missing).toEqual([]);
      expect(deleted.size).toBeGreaterThan(20);
    });
  });

  describe("the start of a page", () => {
    const three = async () => {
      const app = await aProject();
      await withoutLimits(app);
      const create = async (id: string) => {
        const body = { name: id, custom_display_id: id };
        expect((await call("POST /api/v1/create-campaign", { key: app.serverKey, body })).status).toBe(201);
      };
      for (const id of ["a", "b", "c"]) await create(id);
      const page = async (page: number, limit = 1) => {
        const got = await call("GET /api/v1/campaigns", { key: app.serverKey, query: { page, limit } });
        return {
          ids: got.body.data.campaigns.map((one: { display_id: string }) => one.display_id),
          ...got.body.data.pagination,
        };
      };
      const remove = (id: string) => call(`DELETE /api/v1/campaigns/${id}`, { key: app.serverKey });
      return { create, page, remove };
    };

    test("a campaign created between two pages does not repeat one that was read", async () => {
      const { create, page } = await three();
      expect(await page(1)).toMatchObject({ ids: ["c"], total: 3 });
      await create("d");
      expect(await page(2)).toMatchObject({ ids: ["b"], total: 4, pages: 4 });
      expect(await page(3)).toMatchObject({ ids: ["a"] });
      expect(await page(4)).toMatchObject({ ids: [] });
    });

    test("a campaign deleted from a read page does not skip others or reduce the number of pages", async () => {
      const { page, remove } = await three();
      expect(await page(1)).toMatchObject({ ids: ["c"], pages: 3 });
      await remove("c");
      expect(await page(2)).toMatchObject({ ids: ["b"], pages: 3 });
      expect(await page(3)).toMatchObject({ ids: ["a"], pages: 3 });
    });

    test("the first page always has the newest campaigns", async () => {
      const { create, page, remove } = await three();
      expect(await page(1, 2)).toMatchObject({ ids: ["c", "b"] });
      await create("d");
      await remove("c");
      expect(await page(1, 2)).toMatchObject({ ids: ["d", "b"], total: 3, pages: 2 });
      expect(await page(2, 2)).toMatchObject({ ids: ["a"], total: 3 });
    });
  });
});
