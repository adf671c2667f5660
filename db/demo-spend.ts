import { sql } from "@/db";
import type { Chance } from "@/db/chance";
import { plans } from "@/db/demo-plan";
import type { AProject } from "@/db/world";
import { commandLine } from "@/lib/audit/actor";
import { networkOfCode } from "@/lib/networks";
import { setRates } from "@/lib/spend/rates/manage";
import { recordSpend } from "@/lib/spend/record";
import type { SpendRow } from "@/lib/spend/schema";

type Counted = {
  day: string;
  display_id: string;
  ad_set_id: string;
  creative_id: string;
  keyword_id: string;
  clicks: number;
};

/** Networks that bill in dollars, and what a dollar was worth from each month on. */
const inDollars = new Set(["LINKEDIN", "TIKTOK"]);
const dollar = [0.9205, 0.9142, 0.9318, 0.926];

/** What ads cost each day, as files of the networks tell it: one a network and month. */
export async function tellSpend(app: AProject, chance: Chance, now: Date) {
  const counted = await sql<Counted[]>`
    select l.day::text as day, c.display_id, l.ad_set_id, l.creative_id, l.keyword_id, sum(l.count)::int as clicks
    from ledger l join campaigns c on c.project_id = l.project_id and c.id = l.campaign_id
    where l.project_id = ${app.project.id} and l.measure = 'clicks'
    group by l.day, c.display_id, l.ad_set_id, l.creative_id, l.keyword_id order by 1, 2, 3, 4, 5`;
  const months = [...new Set(counted.map(({ day }) => day.slice(0, 7)))].sort();
  const rates = months.map((month, i) => ({
    currency: "USD",
    day: `${month}-01`,
    rate: dollar[i % dollar.length]!,
  }));
  await setRates(app.project, rates, commandLine, now);
  const files = new Map<string, SpendRow[]>();
  for (const each of counted) {
    const plan = plans.find(({ id }) => id === each.display_id);
    if (!plan?.cost || plan.network === null) continue;
    const network = networkOfCode(plan.network)?.label ?? plan.network;
    const name = `${network.toLowerCase().replaceAll(" ", "-")}-${each.day.slice(0, 7)}.csv`;
    const rows = files.get(name) ?? [];
    rows.push(row(each, plan, chance));
    files.set(name, rows);
  }
  for (const [name, rows] of [...files].sort(([a], [b]) => (a.slice(-11) < b.slice(-11) ? -1 : 1))) {
    const teller = { kind: "DEMO", teller: name, name, madeBy: "demo@cairn.example" } as const;
    for (let i = 0; i < rows.length; i += 5_000)
      await recordSpend(app.project, rows.slice(i, i + 5_000), teller, now);
  }
}

function row(counted: Counted, plan: (typeof plans)[number], chance: Chance): SpendRow {
  const { ad_set_id, creative_id, keyword_id } = counted;
  const adSet = plan.adSets.find(({ id }) => id === ad_set_id);
  const amount = Math.round(counted.clicks * plan.cost * chance.between(0.9, 1.12) * 100) / 100;
  return {
    date: counted.day,
    campaign: counted.display_id,
    network_campaign_id: "",
    ad_set_id,
    ad_set_name: adSet?.name,
    creative_id,
    creative_name: adSet?.creatives.find(({ id }) => id === creative_id)?.name,
    keyword_id,
    keyword_name: adSet?.keywords?.find(({ id }) => id === keyword_id)?.name,
    platform: "",
    amount,
    ...(inDollars.has(plan.network ?? "") ? { currency: "USD" } : {}),
  };
}
