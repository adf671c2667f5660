import { beforeAll, expect, test } from "vitest";
import { addDays, dayCount, weekStartOf } from "@/lib/base/days";
import { asServed } from "@/lib/platform/http/testing";
import type { ChangesData } from "@/lib/reporting/groups/changes-schema";
import type { GroupRow } from "@/lib/reporting/groups/schema";
import { type AMember, aMember } from "@/testing/factories";
import { type KnownProject, knownProject } from "@/testing/reporting";
import { reportRoutes } from "./report";

asServed([reportRoutes], (call) => {
  let world: KnownProject;
  let viewer: AMember;
  const get = (path: string, query: Record<string, string>) =>
    call(`GET /api/dashboard/projects/${world.app.project.id}/report${path}`, {
      session: viewer.session,
      now: world.now,
      query,
    });
  const changes = async (query: Record<string, string>): Promise<ChangesData> => {
    const got = await get("/changes", { by: "network", compare: "weeks", ...query });
    expect(got.status, got.text).toBe(200);
    return got.body.data;
  };

  beforeAll(async () => {
    world = await knownProject();
    viewer = await aMember("viewer", world.app.accountId);
  });

  test("each row's change compares its own figures of the earlier days, and so does the total's", async () => {
    const data = await changes({ from: "2026-06-01", to: "2026-06-07" });
    expect(data.compared?.previous).toEqual({ from: "2026-05-25", to: "2026-05-31" });
    const rowsOf = async (from: string, to: string): Promise<GroupRow[]> =>
      (await get("/groups", { by: "network", from, to })).body.data.rows;
    const [over, before] = [
      await rowsOf("2026-06-01", "2026-06-07"),
      await rowsOf("2026-05-25", "2026-05-31"),
    ];
    const clicks = (rows: GroupRow[]) => rows.find(({ keys }) => keys[0] === "META")?.metrics.clicks ?? 0;
    const meta = data.rows.find(({ keys }) => keys[0] === "META")?.changes;
    expect(clicks(before)).toBe(1);
    expect(meta?.clicks).toBe(clicks(over) - 1);
    // The previous period has no installs to compare with.
    expect(meta).not.toHaveProperty("installs");
    expect(data.total.clicks).toBe(4);
  });

  test.each(["day", "week", "month", "network,week", "month,network"])(
    "the changes of rows by %s include all figures of the earlier days",
    async (by) => {
      const window = { from: "2026-06-02", to: "2026-06-08" };
      const { rows, compared } = await changes({ ...window, by, compare: "previous" });
      const of = async (of: string, days: { from: string; to: string }): Promise<GroupRow[]> =>
        (await get("/groups", { by: of, from: days.from, to: days.to, limit: "500" })).body.data.rows;
      const [over, before] = [
        await of(by, compared!),
        await of(by.replace(/week|month/, "day"), compared!.previous),
      ];
      const time = by.split(",").findIndex((name) => ["day", "week", "month"].includes(name));
      const keyOf = (day: string) => {
        const comparedDay = addDays(day, dayCount(compared!.previous.from, compared!.from) - 1);
        const name = by.split(",")[time];
        return name === "week"
          ? weekStartOf(comparedDay, "monday")
          : name === "month"
            ? comparedDay.slice(0, 7)
            : comparedDay;
      };
      expect(rows.length).toBe(over.length);
      for (const { keys, metrics } of over) {
        const own = before.filter((row) =>
          row.keys.every((key, at) => (at === time ? keyOf(key) : key) === keys[at]),
        );
        const clicks = own.reduce((sum, row) => sum + (row.metrics.clicks ?? 0), 0);
        const change = rows.find((row) => row.keys.join() === keys.join())?.changes.clicks;
        expect(change).toEqual(clicks === 0 ? undefined : ((metrics.clicks ?? 0) - clicks) / clicks);
      }
    },
  );

  test("ad sets, creatives and keywords have changes of their own figures, with the keys of the table", async () => {
    const days = { from: "2026-06-01", to: "2026-06-07" };
    const table = async (from: string, to: string) =>
      (await get("", { from, to })).body.data.campaigns.find(
        (row: { id: string }) => row.id === String(world.meta.id),
      );
    const [over, before] = [await table("2026-06-01", "2026-06-07"), await table("2026-05-25", "2026-05-31")];
    const { rows, total } = await changes({ ...days, by: "campaign", ads_of: String(world.meta.id) });
    expect(total).toEqual({});
    type Node = { key: string; metrics: Record<string, number>; children?: Node[] };
    const flat = (nodes: Node[] = []): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
    const was = new Map(flat(before.children).map(({ key, metrics }) => [key, metrics]));
    const nodes = flat(over.children);
    expect(nodes.length).toBeGreaterThan(0);
    expect(rows.map(({ keys }) => keys[0]).sort()).toEqual(nodes.map(({ key }) => key).sort());
    for (const { key, metrics } of nodes) {
      const then = was.get(key)?.clicks ?? 0;
      const ratio = rows.find(({ keys }) => keys[0] === key)?.changes.clicks;
      expect([key, ratio]).toEqual([key, then === 0 ? undefined : (metrics.clicks! - then) / then]);
    }
  });

  test("campaigns without activity are left out if only active ones are requested", async () => {
    const ids = async (query: Record<string, string>) =>
      (await get("", { from: "2026-05-25", to: "2026-05-31", ...query })).body.data.campaigns.map(
        (row: { id: string }) => row.id,
      );
    expect((await ids({})).length).toBeGreaterThan(1);
    expect(await ids({ activity: "only" })).toEqual([String(world.meta.id)]);
  });

  test("there is no change if the earlier days precede the first figure", async () => {
    expect(await changes({ from: "2026-05-25", to: "2026-05-31" })).toEqual({
      compared: null,
      total: {},
      rows: [],
    });
  });

  test.each([
    [{ compare: "luck" }, "compare must be one of previous, weeks, month, year."],
    [{ from: "2026-06-11", to: "2026-06-10" }, "from must not be after to."],
    [{}, "Set both from and to."],
  ])("rejected: %j", async (query: Record<string, string>, message) => {
    const got = await get("/changes", { by: "network", compare: "weeks", ...query });
    expect(got.body.msg).toBe(message);
    expect(got.status).toBeGreaterThanOrEqual(400);
  });
});
