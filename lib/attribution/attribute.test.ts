import { expect, test } from "vitest";
import { sql } from "@/db";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { commandLine } from "@/lib/accounts/audit/actor";
import { attributeProject } from "@/lib/attribution/attribute";
import { showReplay, startReplay } from "@/lib/attribution/replay/replay";
import { runReplay } from "@/lib/attribution/replay/run";
import { storeInstall } from "@/lib/facts/installs/register";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { addressKey } from "@/lib/platform/address-key";
import { type AProject, aCampaign, aClick, aProject, reassignEverything } from "@/testing/factories";

const noon = Date.parse("2026-06-20T12:00:00Z");
const at = (minutes: number) => new Date(noon + minutes * 60_000);
const now = () => new Date();
const never = () => false;

/**
 * Forty households. In each, both campaigns were followed, so the matches are ambiguous. The first install names its
 * click, which leaves one click for the second, and none for a third.
 */
async function households(app: AProject): Promise<void> {
  const [one, two] = [await aCampaign(app, { name: "One" }), await aCampaign(app, { name: "Two" })];
  for (let i = 0; i < 40; i++) {
    const address = `203.0.${113 + (i >> 7)}.${i + 1}`;
    const named = await aClick(app, { campaignId: one.id, at: at(i - 31) });
    const other = await aClick(app, { campaignId: two.id, at: at(i - 30) });
    await sql`
      update clicks set address_key = decode(${addressKey(address)}, 'hex') where project_id = ${app.project.id} and id = any(${[named, other]}::uuid[])`;
    for (const [order, click] of [named, null, null].entries())
      await storeInstall(
        app.project,
        {
          token: "",
          install_instance_id: `${i}-${order}`,
          platform: "ANDROID",
          device_data: click ? { install_ref: `cairn_click=${click}` } : {},
        },
        { userAgent: null, address, country: null, now: at(i + order * 0.1) },
      );
  }
}

/** The campaign of each install, the reason, and the result of each candidate. */
const decided = (app: AProject) => sql`
  select s.install_instance_id as install, c.name as campaign, d.method, d.reason, d.version,
    (select json_agg(json_build_array(x->>'source', k.name, x->>'lost', x->>'score') order by o)
      from jsonb_array_elements(d.candidates) with ordinality as j(x, o)
      left join campaigns k on k.project_id = ${app.project.id} and k.id = (x->>'campaign_id')::bigint) as candidates
  from decisions d
  join installs s on s.project_id = ${app.project.id} and s.id = d.install_id
  left join campaigns c on c.project_id = ${app.project.id} and c.id = d.campaign_id
  where d.project_id = ${app.project.id} order by s.installed_at, s.id`;

test("installs that match the same clicks are decided as if one followed another, in any batches", async () => {
  const every: unknown[] = [];
  for (const batch of [1, 2, 7, 1_000]) {
    const app = await aProject();
    await households(app);
    await attributeProject(app.project.id, never, now, batch);
    await reassignEverything(app);
    const all = await decided(app);
    expect(all.filter(({ version }) => version !== 1)).toEqual([]);
    expect(
      all.filter(({ install }) => install.endsWith("-0")).every(({ campaign }) => campaign === "One"),
    ).toBe(true);
    expect(
      all
        .filter(({ install }) => install.endsWith("-1"))
        .every(({ campaign, method }) => campaign === "Two" && method === "probabilistic"),
    ).toBe(true);
    expect(
      all.filter(({ install }) => install.endsWith("-2")).every(({ campaign }) => campaign === null),
    ).toBe(true);
    expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
    every.push(all);
  }
  for (const all of every) expect(all).toEqual(every[0]);
});

test("a replay of the current rules changes nothing, even for installs that match the same clicks", async () => {
  const app = await aProject();
  await households(app);
  await attributeProject(app.project.id, never, now);
  await reassignEverything(app);
  const again = async () => (await backgroundProject(app.project.id))!;
  const days = { from: "2026-06-20", to: "2026-06-20" };
  const { id } = await startReplay(await again(), {}, days, commandLine, now());
  await runReplay(await again(), id, never, now, 7);
  expect((await showReplay(await again(), id)).outcome).toMatchObject({
    installs: 120,
    moved: 0,
    rematched: 0,
    reflagged: 0,
    kept: 0,
  });
});
