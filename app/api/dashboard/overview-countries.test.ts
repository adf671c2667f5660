import { expect, test } from "vitest";
import { overviewRoutes } from "@/app/api/dashboard/overview";
import { sql } from "@/db";
import { throughBothAdapters } from "@/lib/platform/http/testing";
import { aCampaign, aMember, anInstall, aProject } from "@/testing/factories";

throughBothAdapters([overviewRoutes], (call) => {
  async function someone() {
    const app = await aProject({ timeZone: "Asia/Kolkata" });
    const { session } = await aMember("viewer", app.accountId);
    const install = async (at: string, country: string | null, more: Record<string, unknown> = {}) => {
      const { id } = await anInstall(app, null, { at: new Date(at) });
      await sql`update installs set ${sql({ country, ...more })} where project_id = ${app.project.id} and id = ${id}`;
    };
    const path = `GET /api/dashboard/projects/${app.project.id}/overview/countries`;
    const ask = (query: Record<string, string>) => call(path, { session, query });
    return { app, install, ask };
  }

  test("installs by country, the most first, in days of the project; what is not counted is not here either", async () => {
    const { install, ask } = await someone();
    await install("2026-06-01T18:29:59Z", "AT");
    await install("2026-06-01T18:30:00Z", "DE");
    await install("2026-06-02T18:29:59Z", "DE");
    await install("2026-06-02T10:00:00Z", "FR");
    await install("2026-06-02T10:00:00Z", null);
    await install("2026-06-02T10:00:00Z", "IT", { is_test: true });
    await install("2026-06-02T10:00:00Z", "IT", { kind: "REINSTALL" });
    await install("2026-06-02T10:00:00Z", "IT", { decision_version: 0, state: "PENDING" });
    await install("2026-06-02T18:30:00Z", "AT");
    const { body } = await ask({ from: "2026-06-02", to: "2026-06-02", traffic: "all" });
    expect(body.data).toEqual({
      from: "2026-06-02",
      to: "2026-06-02",
      countries: [
        { country: "DE", installs: 2 },
        { country: "FR", installs: 1 },
      ],
      unknown: 1,
    });
  });

  test("of what is paid the organic is left out", async () => {
    const { app, install, ask } = await someone();
    const { id } = await aCampaign(app);
    await install("2026-06-02T10:00:00Z", "DE");
    await install("2026-06-02T10:00:00Z", "DE", { campaign_id: id });
    const { body } = await ask({ from: "2026-06-02", to: "2026-06-02" });
    expect(body.data.countries).toEqual([{ country: "DE", installs: 1 }]);
  });

  test("countries are those of what the page is narrowed to", async () => {
    const { app, install, ask } = await someone();
    const { id } = await aCampaign(app, { network: "META" });
    await install("2026-06-02T10:00:00Z", "DE", { campaign_id: id, platform: "IOS", creative_id: "sun" });
    await install("2026-06-02T10:00:00Z", "FR", { campaign_id: id, platform: "ANDROID" });
    await install("2026-06-02T10:00:00Z", "IT");
    const found = async (query: Record<string, string>) =>
      (await ask({ from: "2026-06-02", to: "2026-06-02", traffic: "all", ...query })).body.data.countries.map(
        (row: { country: string }) => row.country,
      );
    expect(await found({ network: "META" })).toEqual(["DE", "FR"]);
    expect(await found({ network: "organic" })).toEqual(["IT"]);
    expect(await found({ campaign: String(id), platform: "ANDROID" })).toEqual(["FR"]);
    expect(await found({ creative: "sun" })).toEqual(["DE"]);
  });

  test("422 for one date without the other", async () => {
    expect((await (await someone()).ask({ from: "2026-06-02" })).status).toBe(422);
  });
});
