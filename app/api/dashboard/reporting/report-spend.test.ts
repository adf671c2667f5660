import { expect, test } from "vitest";
import { sql } from "@/db";
import { correctLedger } from "@/lib/ledger/rebuild-queries";
import { asServed } from "@/lib/platform/http/testing";
import type { Dimension } from "@/lib/reporting/groups/dimensions";
import type { GroupRow } from "@/lib/reporting/groups/schema";
import { recordSpend } from "@/lib/spend/record";
import { spendRow } from "@/lib/spend/schema";
import { aCampaign, aMember, anInstall, aProject } from "@/testing/factories";
import { reportRoutes } from "./report";

const date = "2026-06-03";
const at = new Date(`${date}T10:00:00Z`);

/** Two campaigns with installs, and spend by platform and country. Some of it is not broken down. */
async function someone() {
  const app = await aProject({ currency: "EUR" });
  const [alps, lakes] = await Promise.all([
    aCampaign(app, { name: "Alps" }),
    aCampaign(app, { name: "Lakes" }),
  ]);
  const installs = [
    ["IOS", "DE"],
    ["IOS", "DE"],
    ["ANDROID", "DE"],
    ["ANDROID", "FR"],
  ] as const;
  for (const [platform, country] of installs) {
    const { id } = await anInstall(app, alps.id, { at, country });
    await sql`update installs set platform = ${platform} where project_id = ${app.project.id} and id = ${id}`;
  }
  await correctLedger(app.project.id);
  const rows = [
    { platform: "IOS", country: "DE", amount: 10.01 },
    { platform: "ANDROID", country: "DE", amount: 3.33 },
    { platform: "ANDROID", country: "FR", amount: 0.67 },
    { platform: "IOS", amount: 2.05 },
    { country: "FR", amount: 1.17 },
    { amount: 5.55 },
  ].map((row) => spendRow.parse({ date, campaign: alps.displayId, ...row }));
  rows.push(spendRow.parse({ date, campaign: lakes.displayId, country: "DE", amount: 7.77 }));
  const teller = { kind: "HAND", sourceKey: null, name: "By hand", createdBy: "test" } as const;
  await recordSpend(app.project, rows, teller, at);
  const { session } = await aMember("viewer", app.accountId);
  return { app, alps, session };
}

asServed([reportRoutes], (call) => {
  const reader = async () => {
    const { app, alps, session } = await someone();
    const get = async (path: string, query: Record<string, string>) => {
      const got = await call(`GET /api/dashboard/projects/${app.project.id}/report${path}`, {
        session,
        query: { from: date, to: date, ...query },
      });
      expect(got.status, got.text).toBe(200);
      return got.body.data;
    };
    return { get, alps };
  };

  test("platform and country rows sum to the campaign's row to the cent", async () => {
    const { get } = await reader();
    const spendOf = (rows: GroupRow[]) =>
      rows.reduce<Record<string, number>>((sums, { labels: [name = ""], metrics }) => {
        sums[name] = (sums[name] ?? 0) + (metrics.spend ?? 0);
        return sums;
      }, {});
    const campaigns = { Alps: 2_278, Lakes: 777 };
    expect(spendOf((await get("/groups", { by: "campaign" })).rows)).toEqual(campaigns);
    for (const by of ["platform", "country"] satisfies Dimension[]) {
      const { rows, total } = await get("/groups", { by: `campaign,${by}` });
      expect(spendOf(rows)).toEqual(campaigns);
      expect(total.spend).toBe(3_055);
    }
  });

  test("costs of a platform or country are its own spend divided by its own installs", async () => {
    const { get } = await reader();
    const costs = async (by: Dimension) =>
      Object.fromEntries(
        (await get("/groups", { by })).rows.map(({ labels, metrics }: GroupRow) => [
          labels[0],
          [metrics.spend, metrics.installs, metrics.cost_per_install],
        ]),
      );
    expect(await costs("platform")).toEqual({
      iOS: [1_206, 2, 603],
      Android: [400, 2, 200],
      "Not broken down": [1_449, 0, null],
    });
    expect(await costs("country")).toEqual({
      Germany: [2_111, 3, 2_111 / 3],
      France: [184, 1, 184],
      "Not broken down": [760, 0, null],
    });
  });

  test("filters include only spend that is broken down, and report what they leave out", async () => {
    const { get } = await reader();
    const filtered = async (query: Record<string, string>) => {
      const [groups, table] = await Promise.all([get("/groups", { by: "day", ...query }), get("", query)]);
      expect([table.all?.metrics.spend ?? table.total.metrics.spend, table.spend_left_out]).toEqual([
        groups.total.spend,
        groups.spend_left_out,
      ]);
      return [groups.total.spend, groups.spend_left_out];
    };
    expect(await filtered({})).toEqual([3_055, 0]);
    expect(await filtered({ platform: "ios" })).toEqual([1_206, 117 + 555 + 777]);
    expect(await filtered({ country: "FR" })).toEqual([184, 205 + 555]);
    expect(await filtered({ platform: "android", country: "DE" })).toEqual([333, 777 + 555]);
    expect(await filtered({ search: "Alps", country: "DE" })).toEqual([1_334, 205 + 555]);
    expect(await filtered({ country: "none" })).toEqual([0, 760]);
    // No network reports spend by publisher.
    expect(await filtered({ publisher: "none" })).toEqual([0, 3_055]);
    expect(await filtered({ publisher: "none", country: "FR" })).toEqual([0, 184 + 205 + 555]);
  });
});
