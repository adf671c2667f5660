/**
 * Measures how fast waiting deliveries reach one webhook: read, judged, rendered, signed, sent and logged. It is
 * compared with a bare loop that posts the same bodies to the same receiver over as many kept connections.
 */
import { Agent, request } from "node:http";
import { withNewDatabase } from "@/bench/database";
import { processorTimeOf } from "@/bench/load-tools/cpu";
import { formatCount, goalVerdict, numberArgument, printLine } from "@/bench/print";
import { serveInChild } from "@/bench/servers";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv } from "@/lib/base/env";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { aCampaign, anAttributedUser, aProject } from "@/testing/factories";

const goal = 0.5;
/** The number of parallel calls to one destination. */
const connections = 8;

/** `--deliveries 20000 --rounds 3` sets the number of deliveries and of rounds. */
export async function run(args: string[]): Promise<void> {
  const many = numberArgument(args, "deliveries", 20_000);
  const rounds = numberArgument(args, "rounds", 3);
  await withNewDatabase(async (dataDir) => {
    const receiver = await serveInChild("receiver");
    try {
      completeEnv({ OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}` });
      const url = `http://127.0.0.1:${receiver.port}/hook`;
      const app = await aProject();
      const campaign = await aCampaign(app);
      const { instance } = await anAttributedUser(app, campaign.id);
      const hook = { kind: "webhook", name: "Hook", mode: "live", settings: { url }, secrets: {} } as const;
      const { destination } = await createDestination(app.project, hook, commandLine, new Date());
      const own: number[] = [];
      const used: { node: number; postgres: number }[] = [];
      const bare: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await wait(app.project.id, destination.id, instance, many);
        const before = processorTimeOf(dataDir);
        const begun = performance.now();
        const sent = await sendDue(
          600_000,
          defaultDependencies(() => new Date()),
        );
        own.push((sent / (performance.now() - begun)) * 1_000);
        const after = processorTimeOf(dataDir);
        used.push({
          node: after.node - before.node,
          postgres: (after.postgres ?? 0) - (before.postgres ?? 0),
        });
        if (sent !== many) throw new Error(`${formatCount(sent)} of ${formatCount(many)} were delivered`);
        bare.push(await loop(receiver.port, await bodies(app.project.id, many)));
      }
      const middle = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;
      printLine(`\n${formatCount(many)} deliveries to one webhook, ${rounds} turns, median:`);
      printLine(`  a bare loop with the same bodies   ${formatCount(Math.round(middle(bare)))}/s`);
      printLine(`  deliveries                         ${formatCount(Math.round(middle(own)))}/s`);
      printLine(`\ndeliveries as a multiple of the loop ${goalVerdict(middle(own) / middle(bare), goal)}`);
      const each = (of: "node" | "postgres") => Math.round((middle(used.map((one) => one[of])) / many) * 1e6);
      printLine(
        `processor time of a delivery: ${each("node")} µs here, ${each("postgres")} µs in the database`,
      );
      printLine(`memory of this process: ${formatCount(Math.round(process.memoryUsage().rss / 1e6))} MB`);
    } finally {
      await receiver.stop();
    }
  });
}

const wait = (project: number, destination: number, instance: string, many: number) => sql`
  with happened as (
    insert into events (project_id, id, occurred_at, name, user_id, install_instance_id, platform, data)
    select ${project}, uuidv7(), now(), 'buy', 'u' || n, ${instance}, 'ANDROID', '{"size": 39}'
    from generate_series(1, ${many}::int) n returning id
  )
  insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, install_instance_id, state,
    next_at)
  select ${project}, uuidv7(), ${destination}, 'event:' || h.id, 'event', h.id::text, now(), ${instance}, 'waiting',
    now()
  from happened h`;

async function bodies(project: number, many: number): Promise<string[]> {
  const rows = await sql<{ payload: unknown }[]>`
    select d.payload from deliveries d where d.project_id = ${project} order by d.id desc limit ${many}`;
  return rows.map(({ payload }) => JSON.stringify(payload));
}

/** Posts each of the bodies; returns the rate per second. */
async function loop(port: number, all: string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const begun = performance.now();
  let next = 0;
  const work = async () => {
    while (next < all.length) await post(agent, port, all[next++]!);
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return (all.length / (performance.now() - begun)) * 1_000;
}

function post(agent: Agent, port: number, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const call = request(
      { agent, port, path: "/hook", method: "POST", headers, host: "127.0.0.1" },
      (answer) => {
        answer.resume();
        answer.on("end", () => resolve());
        answer.on("error", reject);
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}
