/** The rates of links and of apps' events while a run of scheduled files writes in the same process, and without one. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { patientConnection, withNewDatabase } from "@/bench/database";
import { callBodies, hasWrk, luaForLinks, postingFor, wrk } from "@/bench/load-tools/wrk";
import { formatCount, goalVerdict, printLine } from "@/bench/print";
import { serveInChild } from "@/bench/servers";
import type { Sql } from "@/db";
import {
  type AProject,
  aCampaign,
  anAttributedUser,
  aProject,
  aStoreListing,
  withoutLimits,
} from "@/testing/factories";

const goal = 0.9;
const connections = 64;
const host = "go.bench.example";
const campaigns = 100;
const users = 200;

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

export async function whileServing(rows: number, rounds: number, seconds: number): Promise<void> {
  if (!hasWrk()) {
    printLine("The load generator wrk is not installed, so the effect on links and calls is not measured.");
    return;
  }
  await withNewDatabase(async (dataDir) => {
    const app = await aProject({ domain: host });
    await withoutLimits(app);
    await aStoreListing(app, "IOS");
    await aStoreListing(app, "ANDROID");
    const ids: string[] = [];
    const senders: { token: string; instance: string }[] = [];
    const first = await aCampaign(app, { is_shortlink: true });
    for (let i = 0; i < campaigns; i++) ids.push((await aCampaign(app, { is_shortlink: true })).displayId);
    for (let i = 0; i < users; i++)
      senders.push({ token: app.token, instance: (await anAttributedUser(app, first.id)).instance });
    // A project of its own, which grows during the measurement as little as possible.
    const exported = await aProject();
    const patient = await patientConnection();
    await fillClicks(patient, exported, rows);
    await patient.end();

    const scripts = [
      { name: "links", file: join(dataDir, "links.lua"), lua: luaForLinks(host, ids) },
      {
        name: "events of apps",
        file: join(dataDir, "events.lua"),
        lua: postingFor(senders, "/api/client/capture-event", callBodies["capture-event"]),
      },
    ];
    for (const { file, lua } of scripts) writeFileSync(file, lua);
    const server = await serveInChild("links");
    try {
      for (const { file } of scripts) await wrk(server.port, file, connections, 2);
      const found = scripts.map(() => ({ alone: [] as number[], ratios: [] as number[], rows: 0 }));
      for (let round = 0; round < rounds; round++)
        for (const [i, { file }] of scripts.entries()) {
          const before = (await wrk(server.port, file, connections, seconds)).perSecond;
          const stop = server.startExport(exported.project.id);
          const during = (await wrk(server.port, file, connections, seconds)).perSecond;
          found[i]!.rows += await stop();
          const after = (await wrk(server.port, file, connections, seconds)).perSecond;
          found[i]!.alone.push(before, after);
          found[i]!.ratios.push(during / ((before + after) / 2));
        }
      printLine(`\n${connections} connections, ${rounds} turns of ${seconds} s, median:`);
      for (const [i, { name }] of scripts.entries()) {
        const { alone, ratios, rows: written } = found[i]!;
        printLine(
          `  ${name}: ${formatCount(Math.round(middle(alone)))}/s alone; while an export runs ` +
            `${goalVerdict(middle(ratios), goal)} of it, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}; ` +
            `the export wrote ${formatCount(Math.round(written / (rounds * seconds)))} rows/s`,
        );
      }
    } finally {
      await server.stop();
    }
  });
}

/** Clicks with the usual parameters of an ad. */
export async function fillClicks(client: Sql, app: AProject, count: number): Promise<void> {
  const { id: campaign } = await aCampaign(app);
  await client`
    insert into clicks (project_id, id, clicked_at, kind, campaign_id, platform, ad_set_id, creative_id, network, params,
      country, os_version, device_model, browser, language, user_agent)
    select ${app.project.id}, uuidv7(make_interval(secs => -n)), now() - make_interval(secs => n), 'click', ${campaign},
      (array['IOS', 'ANDROID'])[n % 2 + 1], 'set' || n % 50, 'creative' || n % 500, 'META',
      jsonb_build_object('fbclid', md5(n::text)), (array['DE', 'US', 'IN'])[n % 3 + 1], '17.' || n % 5,
      'Phone ' || n % 80, 'Safari', 'en', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ' || n % 1000
    from generate_series(1, ${count}::int) n`;
  await client`analyze clicks`;
}
