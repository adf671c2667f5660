import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { erasedKey } from "@/lib/accounts/erased/erased";
import { newId } from "@/lib/base/ids";
import { storeInstall } from "@/lib/facts/installs/register";
import { erasePerson } from "@/lib/privacy/person";
import { rememberErased } from "@/lib/privacy/queries";
import { withoutErased, withoutErasedVisitors } from "@/lib/traffic/clicks/erase";
import type { ClickRow } from "@/lib/traffic/clicks/queries";
import { aProject, decideEverything } from "@/testing/factories";

const minute = 60_000;

test("a click from before the erasure, spooled on disk, contains no data of the person; other and later clicks are unchanged", async () => {
  const app = await aProject();
  const other = await aProject();
  const gaid = crypto.randomUUID();
  const context = { userAgent: null, address: "198.51.100.7", now: new Date() };
  const install = { token: "", platform: "ANDROID", install_instance_id: "phone", device_data: { gaid } };
  await storeInstall(app.project, install, context);
  await decideEverything(app);
  const [known] = await sql<{ network: string }[]>`
    select encode(address_key, 'hex') as network from installs where project_id = ${app.project.id}`;
  const erasedAt = new Date();
  await rememberErased(app.project.id, [erasedKey(app.project.id, "web", "visitor-2")], erasedAt);
  await erasePerson(app.project, { user: null, install: "phone" }, commandLine, erasedAt);

  const row = (minutes: number, more: Partial<ClickRow>): ClickRow => {
    const at = new Date(erasedAt.getTime() + minutes * minute);
    return {
      project_id: app.project.id,
      id: newId(at),
      kind: "click",
      campaign_id: 1,
      platform: "ANDROID",
      // The spool file stores times as text.
      clicked_at: at.toISOString(),
      country: "DE",
      network: "META",
      user_agent: "Agent",
      device_model: "Pixel 8",
      params: { fbclid: "x" },
      ...more,
    };
  };
  const byDevice = row(-5, { advertising_id: gaid.toUpperCase(), web_id: "visitor-1" });
  const byNetwork = row(-5, { address_key: known!.network });
  const inOrder = [
    row(-5, { web_id: "visitor-3" }),
    row(5, { web_id: "visitor-2", project_id: other.project.id }),
    row(-5, { advertising_id: crypto.randomUUID() }),
    row(-5, {}),
    row(5, { advertising_id: gaid, address_key: known!.network }),
    row(-5, { advertising_id: gaid, project_id: other.project.id }),
  ];
  const [one, two, ...rest] = await withoutErased([byDevice, byNetwork, ...inOrder]);
  for (const [was, is] of [
    [byDevice, one],
    [byNetwork, two],
  ] as const) {
    const { project_id, id, kind, campaign_id, platform, clicked_at, country, network } = was;
    expect(is).toEqual({
      project_id,
      id,
      kind,
      campaign_id,
      platform,
      clicked_at,
      country,
      network,
    });
  }
  expect(rest).toEqual(inOrder);

  // A copied link contains the erased visitor's ID permanently.
  const unnamed = row(5, {});
  for (const withoutErasedSql of [withoutErased, withoutErasedVisitors])
    expect(await withoutErasedSql([{ ...unnamed, web_id: "visitor-2" }, ...inOrder])).toEqual([
      unnamed,
      ...inOrder,
    ]);
});
