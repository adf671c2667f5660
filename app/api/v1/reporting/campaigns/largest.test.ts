// @isolated: it measures the turns of its process.
import { expect, test } from "vitest";
import { GET } from "@/app/api/v1/reporting/campaigns/route";
import { sql } from "@/db";
import { completeEnv } from "@/lib/base/env";
import { otherAds } from "@/lib/ledger/ad-ids/counted";
import { treeLimits } from "@/lib/reporting/tree/tree-of";
import { type AProject, aCampaign, aProject, withoutLimits } from "@/testing/factories";

// On a slow machine, its statements may exceed the usual timeout.
completeEnv({ DATABASE_TIMEOUT: "240" });

const now = new Date("2026-05-20T12:00:00Z");

/**
 * The longest turn of the event loop as a share of this thread's total processor time. A slower machine lengthens both.
 */
function longestTurn() {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  const begun = used();
  let [before, longest, isOver] = [begun, 0, false];
  const sample = () => {
    const after = used();
    longest = Math.max(longest, after - before);
    before = after;
    if (!isOver) setImmediate(sample);
  };
  setImmediate(sample);
  return () => {
    isOver = true;
    return longest / (used() - begun);
  };
}

async function read(app: AProject) {
  const rawQuery = "from=2026-05-01&to=2026-05-20&unique_user_events=hike&limit=100";
  const reply = await GET.endpoint.answer({
    ...{
      method: "GET",
      path: "/api/v1/reporting/campaigns",
      params: {},
      rawQuery,
      now,
      tick: performance.now(),
    },
    query: new URLSearchParams(rawQuery),
    header: (name) => (name === "service-key" ? app.serverKey : null),
    ...{ address: "198.51.100.77", requestId: "largest", bytes: () => Promise.resolve(new Uint8Array()) },
  });
  expect(reply.status).toBe(200);
  return reply.body as string;
}

test("the largest report lets other calls run after a sixteenth of its work, and lists the largest rows", async () => {
  const app = await aProject({ now: new Date("2026-04-01T00:00:00Z") });
  await withoutLimits(app);
  const campaigns = [await aCampaign(app), await aCampaign(app)];
  // Each campaign has as many creatives as a response shows, a quarter of them with installs, sign-ups and events.
  for (const { id } of campaigns)
    await sql`
      insert into ledger (project_id, day, campaign_id, measure, name, ad_set_id, creative_id, count, amount)
      select ${app.project.id}, '2026-05-10'::date, ${id}, kind.measure, kind.name, 'set ' || n % 300, 'creative ' || n,
        1 + n % 7, 0
      from generate_series(1, ${treeLimits.ads}::int) n
      join (values ('clicks', '', false), ('installs', '', true), ('signups', '', true), ('event', 'hike', true),
        ('opened_since', '1', true), ('opened_on', '1', true), ('revenue_since', '0', true))
        as kind(measure, name, rare) on n % 4 = 0 or not kind.rare`;
  // Other programs lengthen a turn by chance; the report itself would lengthen one in every response.
  const turns: number[] = [];
  let text = "";
  for (let time = 0; time < 3; time++) {
    const stop = longestTurn();
    text = await read(app);
    turns.push(stop());
  }
  const rows = JSON.parse(text).data.campaigns;
  const creatives = rows.flatMap((row: { adSets: { adCreatives: { id: string; installs: string }[] }[] }) =>
    row.adSets.flatMap((set) => set.adCreatives),
  );
  const rest = creatives.filter(({ id }: { id: string }) => id === otherAds);
  expect(creatives.length - rest.length).toBeLessThanOrEqual(treeLimits.ads);
  expect(creatives.length - rest.length).toBeGreaterThan(treeLimits.ads / 2);
  // Creatives with installs are listed before those without.
  expect(rest.every(({ installs }: { installs: string }) => installs === "0")).toBe(true);
  for (const row of rows) {
    const sum = (field: string) =>
      row.adSets.reduce(
        (all: number, set: Record<string, string>) => all + Number(set[field]!.replaceAll(",", "")),
        0,
      );
    expect(sum("clicks")).toBe(Number(row.clicks.replaceAll(",", "")));
    expect(sum("installs")).toBe(Number(row.installs.replaceAll(",", "")));
  }
  expect(Math.min(...turns)).toBeLessThan(1 / 16);
});
