/** A project whose network was paused in some countries, with a known effect. */
import { sql } from "@/db";
import { addDays } from "@/lib/base/days";
import { type AProject, aCampaign, aProject } from "@/testing/factories";

/** Numbers between 0 and 1 from a seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const normalOf = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

export const sizes = {
  DE: 120,
  FR: 80,
  US: 200,
  GB: 90,
  ES: 60,
  IT: 70,
  PL: 40,
  SE: 30,
  NL: 55,
  JP: 110,
} as const;

export type Paused = {
  app: AProject;
  campaign: number;
  /** The installs that the network truly added on each day of a country of this size. */
  trulyAdded: number;
};

/**
 * Of every 100 installs, 40 are attributed to Meta, and 25 would be missing without it. `from` to `to` has data; Meta is
 * paused in `countries` on the days of `pause`. Each attributed install costs 2.00, and half of them sign up and pay
 * 5.00.
 */
export async function aPausedNetwork(
  countries: readonly (keyof typeof sizes)[],
  days: { from: string; count: number; pausedFrom: string; pausedTo: string },
  { seed = 11, withCountry = true }: { seed?: number; withCountry?: boolean } = {},
): Promise<Paused> {
  const app = await aProject({ currency: "EUR" });
  const { id: campaign } = await aCampaign(app, { name: "Prospecting", network: "META" });
  const random = randomOf(seed);
  const rows: Record<string, unknown>[] = [];
  const add = (row: {
    day: string;
    country: string;
    campaign_id: number;
    measure: string;
    count: number;
    amount?: number;
    name?: string;
  }) =>
    rows.push({
      amount: 0,
      name: "",
      ...row,
      project_id: app.project.id,
      platform: "IOS",
      ad_set_id: "",
      creative_id: "",
      keyword_id: "",
    });
  for (let i = 0; i < days.count; i++) {
    const day = addDays(days.from, i);
    const level = 1 + 0.2 * Math.sin(i / 15) + 0.15 * Math.cos((2 * Math.PI * i) / 7);
    const isPaused = day >= days.pausedFrom && day <= days.pausedTo;
    for (const [country, size] of Object.entries(sizes)) {
      const paused = isPaused && (countries as readonly string[]).includes(country);
      const expected = size * level * (paused ? 0.75 : 1);
      const installs = Math.max(0, Math.round(expected + Math.sqrt(expected) * normalOf(random)));
      const attributed = paused ? 0 : Math.round(0.4 * installs);
      const both = [
        [campaign, attributed],
        [0, installs - attributed],
      ] as const;
      for (const [campaign_id, count] of both) {
        if (count === 0) continue;
        add({ day, country, campaign_id, measure: "installs", count });
        add({ day, country, campaign_id, measure: "signups", count: Math.ceil(count / 2) });
        add({
          ...{ day, country, campaign_id, measure: "payment", name: "ONE_TIME" },
          count: Math.ceil(count / 2),
          amount: 500 * Math.ceil(count / 2),
        });
      }
      if (attributed > 0)
        add({
          ...{ day, country: withCountry ? country : "", campaign_id: campaign, measure: "spend" },
          count: 0,
          amount: 200 * attributed,
        });
    }
  }
  for (let i = 0; i < rows.length; i += 2_000) await sql`insert into ledger ${sql(rows.slice(i, i + 2_000))}`;
  return { app, campaign, trulyAdded: 0.25 };
}
