import { expect, test } from "vitest";
import * as evidence from "@/app/api/v1/evidence/route";
import { commandLine } from "@/lib/accounts/audit/actor";
import { addBlockEntry } from "@/lib/attribution/blocks/blocks";
import { blockInput } from "@/lib/attribution/blocks/schema";
import { clickTimes } from "@/lib/attribution/sources/schema";
import { storeInstall } from "@/lib/facts/installs/register";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aClick, aMember, anAffiliate, aProject, decideEverything } from "@/testing/factories";
import { attributionRulesRoutes } from "./rules";

const now = new Date("2026-06-20T12:00:00Z");

asServed([attributionRulesRoutes, evidence], (call) => {
  async function someone() {
    const app = await aProject({ timeZone: "UTC" });
    const member = await aMember("viewer", app.accountId);
    const admin = await aMember("admin", app.accountId);
    const affiliateId = await anAffiliate(app, "Partner");
    const campaigns = {
      applovin: await aCampaign(app, { network: "APPLOVIN", affiliate_id: affiliateId }),
      moloco: await aCampaign(app, { network: "MOLOCO" }),
    };
    /** An install so many seconds after a click. */
    const comes = async (
      instance: string,
      seconds: number,
      { publisherId, of = "applovin" }: { publisherId?: string; of?: keyof typeof campaigns } = {},
    ) => {
      const click = await aClick(app, {
        campaignId: campaigns[of].id,
        at: new Date(now.getTime() - seconds * 1_000),
        network: of.toUpperCase(),
        country: "VN",
        ...(publisherId && { publisherId }),
        params: { clickid: `network-${instance}` },
      });
      const device = { install_ref: `cairn_click=${click}` };
      const body = { token: "", install_instance_id: instance, platform: "ANDROID" as const };
      const context = { userAgent: null, address: "", country: "VN", now };
      await storeInstall(app.project, { ...body, device_data: device }, context);
    };
    const path = `/api/dashboard/projects/${app.project.id}/rules`;
    const sources = async (query: Record<string, string> = {}) => {
      const got = await call(`GET ${path}/sources`, { session: member.session, now, query });
      expect(got.status, got.text).toBe(200);
      return got.body.data;
    };
    const file = async (query: Record<string, string> = {}, by = member) => {
      const got = await call(`GET ${path}/evidence/export.csv`, { session: by.session, now, query });
      expect(got.status, got.text).toBe(200);
      const [head = "", ...rows] = got.text
        .replace(/^\ufeff/, "")
        .trim()
        .split("\r\n");
      const names = head.split(",").map((name) => JSON.parse(name) as string);
      return rows.map((text) => ({ text, names }));
    };
    return { app, comes, sources, file, member, admin, affiliateId, campaigns };
  }

  test("each class of times has the installs from its first second on, and all classes add up", async () => {
    const { app, comes, sources } = await someone();
    const seconds = [9, 10, 59, 60, 299, 300, 3_599, 3_600, 21_599, 21_600, 86_399, 86_400, 600_000];
    for (const one of seconds) await comes(`after ${one}`, one, { publisherId: "4711" });
    await comes("other", 30);
    await decideEverything(app);
    const { total, publishers } = await sources();
    expect(total).toEqual({ installs: 14, times: [1, 3, 2, 2, 2, 2, 2, 0] });
    expect(total.times).toHaveLength(clickTimes.length);
    expect(publishers).toEqual([
      {
        network: "APPLOVIN",
        publisher: "4711",
        installs: 13,
        suspicious: 1,
        times: [1, 2, 2, 2, 2, 2, 2, 0],
      },
      { network: "APPLOVIN", publisher: null, installs: 1, suspicious: 0, times: [0, 1, 0, 0, 0, 0, 0, 0] },
    ]);
  });

  test("filters by network, affiliate and campaign; their totals equal the rows of the file", async () => {
    const { app, comes, sources, file, affiliateId, campaigns } = await someone();
    await comes("fast", 3, { publisherId: "4711" });
    await comes("fast too", 4, { of: "moloco" });
    await comes("slow", 600, { of: "moloco" });
    await decideEverything(app);
    for (const [query, installs, flagged] of [
      [{}, 3, 2],
      [{ network: "MOLOCO" }, 2, 1],
      [{ affiliate: String(affiliateId) }, 1, 1],
      [{ campaign: String(campaigns.moloco.id) }, 2, 1],
      [{ from: "2026-06-01", to: "2026-06-19" }, 0, 0],
    ] as const) {
      const { total, evidence } = await sources(query);
      expect([query, total.installs, evidence.installs]).toEqual([query, installs, flagged]);
      expect(await file(query)).toHaveLength(flagged);
    }
  });

  test("an install that a fraud rule kept from a network is evidence against that network", async () => {
    const { app, comes, sources, file } = await someone();
    const entry = { kind: "publisher", value: "4711", action: "reject", reason: "no people" };
    const start = { starts_at: "2026-06-01" };
    await addBlockEntry(app.project, blockInput.parse({ ...entry, ...start }), { by: commandLine, now });
    await comes("blocked", 600, { publisherId: "4711" });
    await comes("fair", 600, { publisherId: "4712" });
    await decideEverything(app);
    const { evidence, publishers } = await sources({ network: "APPLOVIN" });
    expect(evidence).toEqual({ installs: 1, attributed: 0, not_attributed: 1 });
    expect(publishers.map(({ publisher }: { publisher: string }) => publisher)).toEqual(["4712"]);
    const [row] = await file({ network: "APPLOVIN" });
    expect(row!.text).toContain('"Not attributed"');
    expect(row!.text).toContain("2026-06-20T11:50:00.000Z");
    expect(row!.text).toContain(",600,");
    expect(row!.text).toContain('"4711"');
    expect(row!.text).toContain(
      "The click came from publisher 4711, which command line blocked on 1 June 2026: no people",
    );
    expect(await file({ network: "MOLOCO" })).toEqual([]);
  });

  test("a file of one rule has only its installs, findings and thresholds", async () => {
    const { app, comes, file } = await someone();
    await comes("fast", 3);
    await comes("slow", 600);
    await decideEverything(app);
    const [row, ...others] = await file({ rule: "too_fast" });
    expect(others).toEqual([]);
    expect(row!.text).toContain('"Too fast"');
    expect(row!.text).toContain('"3 s from click to first open"');
    expect(row!.text).toContain("Click to first open: 10 seconds");
    expect(await file({ rule: "install_farm" })).toEqual([]);
  });

  test("only admins see the network's click IDs", async () => {
    const { app, comes, file, admin } = await someone();
    await comes("fast", 3);
    await decideEverything(app);
    expect((await file())[0]!.names).not.toContain("Network click ID");
    expect((await file())[0]!.text).not.toContain("network-fast");
    const [row] = await file({}, admin);
    expect(row!.names.at(-1)).toBe("Network click ID");
    expect(row!.text).toContain("network-fast");
  });

  test("a server key reads the same file, of its project only", async () => {
    const [own, other] = [await someone(), await someone()];
    await own.comes("fast", 3);
    await decideEverything(own.app);
    const read = (key: string | undefined, query: Record<string, string> = {}) =>
      call("GET /api/v1/evidence", { ...(key && { key }), now, query });
    const got = await read(own.app.serverKey, { network: "applovin" });
    expect([got.status, got.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    const [asAdmin] = await own.file({}, own.admin);
    expect(got.text).toContain(asAdmin!.text);
    expect(got.text).toContain("network-fast");
    expect((await read(own.app.serverKey, { network: "moloco" })).text).not.toContain("Too fast");
    expect((await read(other.app.serverKey)).text).not.toContain("Too fast");
    expect((await read(undefined)).status).toBe(401);
    expect((await read(own.app.serverKey, { network: "?" })).status).toBe(400);
    expect((await read(own.app.serverKey, { from: "2026-06-01" })).status).toBe(422);
  });

  test.each([
    [{ from: "2026-06-01" }, "Set both from and to, or neither."],
    [{ from: "2026-06-02", to: "2026-06-01" }, "from must not be after to."],
    [{ from: "2026-01-01", to: "2026-06-01" }, "Choose at most 92 days."],
    [{ from: "x", to: "2026-06-01" }, "from must be a date of the form YYYY-MM-DD."],
  ])("422 for %j", async (query, msg) => {
    const { app, member } = await someone();
    for (const rest of ["sources", "evidence/export.csv"]) {
      const path = `/api/dashboard/projects/${app.project.id}/rules/${rest}`;
      const got = await call(`GET ${path}`, { session: member.session, now, query });
      expect([got.status, got.body.msg]).toEqual([422, msg]);
    }
  });
});
