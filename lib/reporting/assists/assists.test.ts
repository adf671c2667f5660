import { beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { installsList } from "@/lib/activity/lists/installs/list";
import { installSchema } from "@/lib/activity/lists/installs/schema";
import type { Candidate, Rejection } from "@/lib/attribution/touches/touches";
import { assistsSql, reportAssists } from "@/lib/reporting/assists/assists";
import { assistsQuery } from "@/lib/reporting/assists/schema";
import { type AProject, aCampaign, anInstall, aProject } from "@/testing/factories";
import { runShownSql } from "@/testing/projects/shown-sql";

const now = new Date("2026-06-30T12:00:00Z");
const at = new Date("2026-06-20T12:00:00Z");

let app: AProject;
let ids: Record<"search" | "video" | "social", number>;

type Touch = [campaign: keyof typeof ids, minutesBefore: number, lost: Rejection | null, tier?: number];

async function install(touches: Touch[], won: keyof typeof ids | null = null) {
  const winner = won ?? touches.find(([, , lost]) => lost === null)?.[0] ?? null;
  const { id } = await anInstall(app, winner && ids[winner], { at });
  const candidates = touches.map(
    ([campaign, minutes, lost, tier = 1]): Partial<Candidate> => ({
      tier,
      campaign_id: ids[campaign],
      at: new Date(at.getTime() - minutes * 60_000).toISOString(),
      lost,
    }),
  );
  await sql`
    update decisions set candidates = ${JSON.stringify(candidates)}::text::jsonb
    where project_id = ${app.project.id} and install_id = ${id}`;
  return id;
}

const read = async (query: object = {}) =>
  reportAssists(app.project, assistsQuery.parse({ from: "2026-06-01", to: "2026-06-30", ...query }), now);

beforeAll(async () => {
  app = await aProject({ timeZone: "UTC" });
  const make = async (name: string) => (await aCampaign(app, { name })).id;
  ids = { search: await make("search"), video: await make("video"), social: await make("social") };
  // Video first, then social twice, then search.
  await install([
    ["search", 5, null],
    ["social", 20, "lost_to_later_click"],
    ["social", 30, "lost_to_later_click"],
    ["video", 600, "lost_to_stronger_evidence", 5],
  ]);
  // These lost for reasons of their own, or are no proof of this person.
  await install([
    ["search", 5, null],
    ["video", 10, "bot"],
    ["video", 11, "duplicate"],
    ["video", 12, "not_counted"],
    ["video", 13, "out_of_window"],
    ["video", 14, "used"],
    ["video", 15, "fraud:click_injection"],
    ["video", 16, "click_after_install_begin"],
    ["video", 17, "test_click"],
    ["social", 18, "lost_to_stronger_evidence", 4],
    ["social", 19, "lost_to_better_fit", 4],
  ]);
  // The campaign's own earlier clicks are no assists.
  await install([
    ["social", 5, null],
    ["social", 50, "lost_to_later_click"],
  ]);
  // No winner, no assist; and a winner whose decision has no candidates.
  await install([["video", 10, "out_of_window"]]);
  await install([], "video");
});

test("assists are campaigns that could have won an install, but lost it to another campaign", async () => {
  const { rows, installs, assisted } = await read();
  expect(installs).toBe(4);
  expect(assisted).toBe(1);
  const of = Object.fromEntries(rows.map(({ campaign, ...credit }) => [campaign.name, credit]));
  expect(of).toMatchObject({
    search: { last_touch: 2, assists: 0, first_touch: 1 },
    video: { last_touch: 1, assists: 1, first_touch: 2 },
    social: { last_touch: 1, assists: 1, first_touch: 1 },
  });
  // The first install is shared by three campaigns; each of the others has one.
  expect(of.search!.linear).toBeCloseTo(1 / 3 + 1);
  expect(of.social!.position).toBeCloseTo(0.2 + 1);
  expect(of.video!.position).toBeCloseTo(0.4 + 1);
  for (const model of ["last_touch", "first_touch", "linear", "position"] as const)
    expect(rows.reduce((sum, row) => sum + row[model], 0)).toBeCloseTo(installs);
});

test("the shown SQL returns the table", async () => {
  for (const filter of [{}, { platform: "IOS" }, { country: "none" }]) {
    const query = assistsQuery.parse({ from: "2026-06-01", to: "2026-06-30", ...filter });
    const { rows } = await reportAssists(app.project, query, now);
    const found = await runShownSql(app.project, assistsSql(app.project, query, now).sql);
    expect(
      found.map((row) => [
        row.campaign,
        ...["Last touch", "Assists", "First touch", "Linear", "Position-based"].map((name) =>
          Number(row[name]),
        ),
      ]),
    ).toEqual(
      rows.map(({ campaign, last_touch, assists, first_touch, linear, position }) => [
        campaign.name,
        ...[last_touch, assists, first_touch],
        ...[linear, position].map((value) => Number(value.toFixed(4))),
      ]),
    );
  }
});

test("filters by platform and country like the report", async () => {
  // The report's filter is in lower case.
  expect(assistsQuery.parse({ platform: "ios" })).toEqual(assistsQuery.parse({ platform: "IOS" }));
  expect((await read({ platform: "ios" })).installs).toBe(0);
  expect((await read({ platform: "android" })).installs).toBe(4);
  expect((await read({ country: "DE" })).installs).toBe(0);
  expect((await read({ country: "none" })).installs).toBe(4);
});

test("the list of installs shows the ones that a campaign assisted", async () => {
  const list = async (campaign: number) => {
    const query = installSchema.query.parse({ assisted_by: String(campaign) });
    return (await installsList.page(app.project, query)).installs.map(({ campaign: won }) => won?.name);
  };
  expect(await list(ids.video)).toEqual(["search"]);
  expect(await list(ids.social)).toEqual(["search"]);
  expect(await list(ids.search)).toEqual([]);
});
