import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sql } from "@/db";
import { newId } from "@/lib/base/ids";
import { causeNames, type DiscrepancyCause, discrepancyCauses } from "@/lib/reporting/discrepancies/causes";
import { countDiscrepant, findCauseCounts, findDiscrepant } from "@/lib/reporting/discrepancies/queries";
import { compareClaims, sumOfCauses } from "@/lib/reporting/discrepancies/rules";
import { storeClaims } from "@/lib/spend/claims/queries";
import { type AProject, aCampaign, aProject } from "@/testing/factories";

const hour = 3_600_000;
const noon = (day: string, hours = 0) => new Date(Date.parse(`${day}T12:00:00Z`) + hours * hour);

type Lost = {
  campaign: number;
  network: string;
  lost: string;
  tier: number;
  source: string;
  hoursAgo: number;
};
type Facts = {
  at: Date;
  campaign: number | null;
  network: string | null;
  kind?: "INSTALL" | "REINSTALL";
  method?: string;
  platform?: "IOS" | "ANDROID";
  isTest?: boolean;
  touch?: "CLICK" | "VIEW";
  clickedHoursAgo?: number;
  lost?: Lost[];
};

async function store(app: AProject, facts: readonly Facts[]) {
  const rows = facts.map((one) => ({
    id: newId(one.at),
    installed_at: one.at,
    kind: one.kind ?? "INSTALL",
    platform: one.platform ?? "ANDROID",
    is_test: one.isTest ?? false,
    campaign_id: one.campaign,
    network: one.network,
    method: one.method ?? (one.campaign === null ? "organic" : "link"),
    touch: one.campaign === null ? null : (one.touch ?? "CLICK"),
    clicked_at:
      one.clickedHoursAgo === undefined ? null : new Date(one.at.getTime() - one.clickedHoursAgo * hour),
    candidates: (one.lost ?? []).map(({ campaign, network, lost, tier, source, hoursAgo }) => ({
      campaign_id: campaign,
      network,
      lost,
      tier,
      source,
      at: new Date(one.at.getTime() - hoursAgo * hour).toISOString(),
    })),
  }));
  await sql`
    with input as (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as x(id uuid, installed_at timestamptz,
        kind text, platform text, is_test boolean, campaign_id bigint, network text, method text, touch text,
        clicked_at timestamptz, candidates jsonb)
    ),
    made as (
      insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, state, decided_at,
        decision_version, counted_version, campaign_id, network, method, touch, clicked_at, is_test)
      select ${app.project.id}, id, id::text, kind, platform, installed_at, 'DECIDED', installed_at, 1, 1, campaign_id,
        network, method, touch, clicked_at, is_test from input
    )
    insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id, method,
      reason, confidence, kind, network, candidates, evidence)
    select ${app.project.id}, id, 1, installed_at, 'test', 'INORGANIC', campaign_id, method, method, 100, kind, network,
      candidates, '{}' from input`;
}

const claim = (campaign_id: number, day: string, installs: number) => ({
  campaign_id,
  day,
  impressions: 1_000,
  clicks: 50,
  installs,
  windows: {},
  conversions: {},
});

const claimOf = (zone: string | null) => ({
  name: "Main",
  account: { id: 1, zone, from: "2026-03-01", to: "2026-03-01" },
});

async function world(zone: string | null = null, timeZone = "UTC") {
  const app = await aProject({ timeZone });
  const meta = (await aCampaign(app, { network: "META" })).id;
  const google = (await aCampaign(app, { network: "GOOGLE" })).id;
  const claimed = (...claims: ReturnType<typeof claim>[]) =>
    storeClaims(app.project.id, claims, claimOf(zone), noon("2026-03-20"));
  const counts = (from = "2026-03-01", to = "2026-03-31") =>
    findCauseCounts(app.project.id, { from, to, network: null, campaign: null });
  return { app, meta, google, claimed, counts };
}

describe("causes of an install that only one side counts", () => {
  const day = "2026-03-10";
  const click = (campaign: number, lost: string, more: Partial<Lost> = {}): Lost => ({
    campaign,
    network: "META",
    lost,
    tier: 1,
    source: "link",
    hoursAgo: 5,
    ...more,
  });

  test.each<
    [
      string,
      (ids: Record<"meta" | "google" | "none" | "alone", number>) => Omit<Facts, "at">,
      Record<string, number>,
    ]
  >([
    [
      "counted here and there",
      ({ meta }) => ({ campaign: meta, network: "META", clickedHoursAgo: 5 }),
      { ours: 1 },
    ],
    [
      "a click older than Meta's seven days",
      ({ meta }) => ({ campaign: meta, network: "META", clickedHoursAgo: 8 * 24 }),
      { ours: 1, window_ours: 1 },
    ],
    [
      "a view older than Meta's day",
      ({ meta }) => ({ campaign: meta, network: "META", touch: "VIEW", clickedHoursAgo: 30 }),
      { ours: 1, window_ours: 1 },
    ],
    ["a test device", ({ meta }) => ({ campaign: meta, network: "META", isTest: true }), { test: 1 }],
    [
      "a reinstall it led to",
      ({ meta }) => ({ campaign: meta, network: "META", kind: "REINSTALL" }),
      { reinstall: 1 },
    ],
    [
      "a reinstall that only stays with it",
      ({ meta }) => ({ campaign: meta, network: "META", kind: "REINSTALL", method: "reinstall" }),
      {},
    ],
    [
      "another network's click came later",
      ({ meta, google }) => ({
        campaign: google,
        network: "GOOGLE",
        lost: [click(meta, "lost_to_later_click")],
      }),
      { other_won: 1 },
    ],
    [
      "another campaign of the same network",
      ({ meta, google }) => ({
        campaign: google,
        network: "META",
        lost: [click(meta, "lost_to_later_click")],
      }),
      {},
    ],
    [
      "another campaign, while both are on no network",
      ({ none, alone }) => ({
        campaign: alone,
        network: null,
        lost: [click(none, "lost_to_later_click", { network: "" })],
      }),
      { other_won: 1 },
    ],
    [
      "fraud, with two clicks of which one is too old",
      ({ meta }) => ({
        campaign: null,
        network: null,
        lost: [click(meta, "out_of_window", { hoursAgo: 100 }), click(meta, "fraud:click_flooding")],
      }),
      { fraud: 1 },
    ],
    [
      "a click outside of our window alone",
      ({ meta }) => ({
        campaign: null,
        network: null,
        lost: [click(meta, "out_of_window", { hoursAgo: 100 })],
      }),
      { window: 1 },
    ],
    [
      "a click outside of both windows",
      ({ meta }) => ({
        campaign: null,
        network: null,
        lost: [click(meta, "out_of_window", { hoursAgo: 24 * 8 })],
      }),
      {},
    ],
    [
      "a view while views don't count",
      ({ meta }) => ({
        campaign: null,
        network: null,
        lost: [click(meta, "switched_off", { tier: 5, source: "view" })],
      }),
      { view_through: 1 },
    ],
    [
      "a used click",
      ({ meta }) => ({ campaign: null, network: null, lost: [click(meta, "used")] }),
      { rejected: 1 },
    ],
    [
      "the same address on iOS",
      ({ meta }) => ({
        campaign: null,
        network: null,
        platform: "IOS",
        lost: [click(meta, "below_floor", { tier: 4, source: "probabilistic" })],
      }),
      { ios_no_id: 1 },
    ],
    [
      "the same address on Android",
      ({ meta }) => ({
        campaign: null,
        network: null,
        lost: [click(meta, "ambiguous", { tier: 4, source: "probabilistic" })],
      }),
      { unproven: 1 },
    ],
    [
      "another device behind the address",
      ({ meta }) => ({
        campaign: null,
        network: null,
        lost: [click(meta, "os_mismatch", { tier: 4, source: "probabilistic" })],
      }),
      {},
    ],
    ["a bot", ({ meta }) => ({ campaign: null, network: null, lost: [click(meta, "bot")] }), {}],
  ])("%s", async (_, facts, expected) => {
    const { app, meta, google, claimed, counts } = await world();
    const [none, alone] = [(await aCampaign(app)).id, (await aCampaign(app)).id];
    await claimed(claim(meta, day, 3), claim(none, day, 3));
    await store(app, [{ at: noon(day), ...facts({ meta, google, none, alone }) }]);
    const found = (await counts()).filter(({ campaign_id }) => [meta, none].includes(campaign_id));
    expect(Object.fromEntries(found.map(({ cause, count }) => [cause, count]))).toEqual(expected);
  });

  test("an install near midnight also counts on the network's day, once on each", async () => {
    const { app, meta, claimed, counts } = await world("America/Los_Angeles", "Asia/Kathmandu");
    await claimed(claim(meta, "2026-03-09", 1), claim(meta, day, 0));
    // 03:45 on the 10th in Kathmandu, 15:00 on the 9th in Los Angeles.
    await store(app, [{ at: new Date("2026-03-09T22:00:00Z"), campaign: meta, network: "META" }]);
    expect(await counts()).toEqual(
      expect.arrayContaining([
        { campaign_id: meta, day, cause: "ours", count: 1 },
        { campaign_id: meta, day, cause: "day_out", count: 1 },
        { campaign_id: meta, day: "2026-03-09", cause: "day_in", count: 1 },
      ]),
    );
    expect(await counts("2026-03-09", "2026-03-09")).toEqual([
      { campaign_id: meta, day: "2026-03-09", cause: "day_in", count: 1 },
    ]);
  });

  test("only days with claims, and only of this project, are compared", async () => {
    const { app, meta, claimed, counts } = await world();
    const other = await world();
    await claimed(claim(meta, day, 1));
    await store(app, [{ at: noon("2026-03-12"), campaign: meta, network: "META" }]);
    await other.claimed(claim(other.meta, day, 1));
    await store(other.app, [{ at: noon(day), campaign: other.meta, network: "META" }]);
    expect(await counts()).toEqual([]);
  });
});

/** Facts of two campaigns around midnight, with random losses for all reasons. */
const reasons = [
  "out_of_window",
  "used",
  "switched_off",
  "view_without_id",
  "lost_to_later_click",
  "lost_to_stronger_evidence",
  "lost_to_better_fit",
  "fraud:click_flooding",
  "below_floor",
  "bot",
  "os_mismatch",
  "campaign_deleted",
];
const someFacts = fc.record({
  hours: fc.integer({ min: 0, max: 24 * 6 }),
  winner: fc.constantFrom("meta", "google", null),
  kind: fc.constantFrom("INSTALL" as const, "INSTALL" as const, "REINSTALL" as const),
  stays: fc.boolean(),
  platform: fc.constantFrom("IOS" as const, "ANDROID" as const),
  isTest: fc.constantFrom(false, false, true),
  touch: fc.constantFrom("CLICK" as const, "VIEW" as const),
  clickedHoursAgo: fc.option(fc.integer({ min: 0, max: 24 * 40 }), { nil: undefined }),
  lost: fc.array(
    fc.record({
      of: fc.constantFrom("meta", "google"),
      lost: fc.constantFrom(...reasons),
      tier: fc.integer({ min: 1, max: 5 }),
      hoursAgo: fc.integer({ min: -2, max: 24 * 35 }),
    }),
    { maxLength: 3 },
  ),
});
const someClaims = fc.array(
  fc.record({
    of: fc.constantFrom("meta", "google"),
    day: fc.integer({ min: 1, max: 5 }),
    hundredths: fc.integer({ min: 0, max: 2_000 }),
  }),
  { maxLength: 10 },
);

test("causes and the rest add up to the difference of every row, and every figure equals the length of its list", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someFacts, { maxLength: 25 }), someClaims, async (facts, claims) => {
      const { app, meta, google, claimed, counts } = await world("America/Los_Angeles", "Asia/Kathmandu");
      const ids = { meta, google } as Record<string, number>;
      const named = { meta: "META", google: "GOOGLE" } as Record<string, string>;
      const given = [
        ...new Map(
          claims.map(({ of, day, hundredths }) => [
            `${of} ${day}`,
            claim(ids[of]!, `2026-03-0${day}`, hundredths / 100),
          ]),
        ).values(),
      ];
      await claimed(...given);
      await store(
        app,
        facts.map(({ hours, winner, stays, lost, kind, ...one }) => ({
          ...one,
          kind,
          at: new Date(Date.parse("2026-03-01T00:00:00Z") + hours * hour),
          campaign: winner === null ? null : ids[winner]!,
          network: winner === null ? null : named[winner]!,
          ...(kind === "REINSTALL" && stays && winner !== null && { method: "reinstall" }),
          lost: lost.map(({ of, tier, ...each }) => ({
            ...each,
            tier,
            source: tier === 5 ? "view" : tier === 4 ? "probabilistic" : "link",
            campaign: ids[of]!,
            network: named[of]!,
          })),
        })),
      );
      const found = await counts();
      for (const keyOf of [
        (dimensions: { campaign_id: number; day: string }) => `${dimensions.campaign_id} ${dimensions.day}`,
        (dimensions: { campaign_id: number; day: string }) => String(dimensions.campaign_id),
      ]) {
        for (const sum of compareClaims(given, found, [], keyOf).values()) {
          expect(sum.difference).toBeCloseTo(sum.network - sum.ours, 5);
          expect(sumOfCauses(sum.causes) + sum.unexplained).toBeCloseTo(sum.difference, 5);
        }
      }
      // Each install has one explanation, and the counts equal the report's.
      for (const { campaign_id, day } of given) {
        const one = { from: day, to: day, network: null, campaign: campaign_id };
        const here = found.filter((each) => each.campaign_id === campaign_id && each.day === day);
        for (const { cause, count } of here) {
          const filter = { ...one, cause };
          expect((await countDiscrepant(app.project.id, filter, 1_000)).count).toBe(count);
          const rows = await findDiscrepant(app.project.id, filter, null, 1_000);
          expect(rows).toHaveLength(count);
          expect(new Set(rows.map(({ install_id }) => install_id)).size).toBe(count);
        }
        const ours = here.find(({ cause }) => cause === "ours")?.count ?? 0;
        const [counted] = await sql`
          select count(*)::int as count from installs s where s.project_id = ${app.project.id}
            and s.campaign_id = ${campaign_id} and s.kind = 'INSTALL' and not s.is_test
            and (s.installed_at at time zone 'Asia/Kathmandu')::date = ${day}::text::date`;
        expect(ours).toBe(counted!.count);
      }
    }),
    { numRuns: 10 },
  );
});

test("figures of several rows are added with their signs, and a claim without clicks counts as none", () => {
  const sums = compareClaims(
    [
      { campaign_id: 1, day: "2026-03-01", installs: 10.5, clicks: null },
      { campaign_id: 1, day: "2026-03-02", installs: 4, clicks: 7 },
    ],
    [
      { campaign_id: 1, day: "2026-03-01", cause: "ours", count: 8 },
      { campaign_id: 1, day: "2026-03-01", cause: "window_ours", count: 2 },
      { campaign_id: 1, day: "2026-03-02", cause: "reinstall", count: 3 },
    ],
    [{ campaign_id: 1, day: "2026-03-02", clicks: 5 }],
    () => "all",
  );
  expect(sums.get("all")).toEqual({
    network: 14.5,
    ours: 8,
    difference: 6.5,
    causes: { window_ours: 2, reinstall: 3 },
    unexplained: 5.5,
    network_clicks: 7,
    our_clicks: 5,
  });
  expect(causeNames.filter((cause: DiscrepancyCause) => discrepancyCauses[cause].sign === -1)).toEqual([
    "window_ours",
    "day_out",
  ]);
});
