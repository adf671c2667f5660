import { expect, test } from "vitest";
import { sql } from "@/db";
import { captureAdRevenue } from "@/lib/facts/ad-revenue/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { newAdNamesPerDay } from "@/lib/ledger/ad-ids/counted";
import { rebuildLedger } from "@/lib/ledger/rebuild";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { aProject, decideEverything } from "@/testing/factories";

/** 13:45 in the project's time zone, an hour that begins at a quarter past in UTC. */
const zone = "Asia/Kathmandu";
const installed = new Date("2026-03-01T08:00:00Z");
const after = (minutes: number) => new Date(installed.getTime() + minutes * 60_000);

async function anApp({ hourly = true } = {}) {
  const app = await aProject({ timeZone: zone });
  const project = { ...app.project, settings: hourly ? { ad_revenue_hourly: true } : {} };
  await registerInstall(
    project,
    { token: "", install_instance_id: "i", platform: "ANDROID" },
    { userAgent: null, address: "203.0.113.7", now: installed },
  );
  await decideEverything(app);
  const see = (minutes: number, amount: number, more: object = {}) =>
    captureAdRevenue(
      project,
      {
        token: "",
        install_instance_id: "i",
        currency: "USD",
        impressions: 1,
        amount,
        network: "AdMob",
        ...more,
      },
      { source: "app", userAgent: null, now: after(minutes) },
    );
  const rows = () => sql`
    select occurred_at, impressions, amount_millionths from ad_revenue where project_id = ${project.id}
    order by occurred_at, network`;
  const proven = async () => {
    await decideEverything(app);
    expect(await findDifferences(project.id, zone)).toEqual([]);
    expect(await rebuildLedger(project.id)).toEqual({ cells: 0, days: 0, users: 0 });
  };
  return { app, project, see, rows, proven };
}

test("the impressions of a user and an hour are one row, which begins with the hour or the install", async () => {
  const { see, rows, proven } = await anApp();
  await Promise.all([see(1, 0.000123), see(2, 0.000123), see(14, 0.001)]);
  await see(16, 0.5);
  await see(40, 0.25);
  await see(41, 0.1, { network: "AppLovin" });
  expect(await rows()).toEqual([
    { occurred_at: installed, impressions: 3, amount_millionths: 124_600 },
    { occurred_at: after(15), impressions: 2, amount_millionths: 75_000_000 },
    { occurred_at: after(15), impressions: 1, amount_millionths: 10_000_000 },
  ]);
  await proven();
});

test("a repeated call is not added again, neither in a batch nor later", async () => {
  const { see, rows, proven } = await anApp();
  const outcomes = await Promise.all([1, 2, 3].map(() => see(1, 0.5, { impression_id: "a" })));
  expect(outcomes.filter((one) => one === "stored")).toHaveLength(1);
  expect(await see(30, 0.5, { impression_id: "a" })).toBe("repeat");
  expect(await see(2, 0.5, { impression_id: "b" })).toBe("stored");
  expect(await rows()).toEqual([{ occurred_at: installed, impressions: 2, amount_millionths: 100_000_000 }]);
  await proven();
});

test("without adding up, each impression is a row with its own time", async () => {
  const { see, rows, proven } = await anApp({ hourly: false });
  await see(1, 0.5, { impression_id: "a" });
  expect(await see(3, 0.5, { impression_id: "a" })).toBe("repeat");
  await see(2, 0.5);
  expect(await rows()).toEqual([
    { occurred_at: after(1), impressions: 1, amount_millionths: 50_000_000 },
    { occurred_at: after(2), impressions: 1, amount_millionths: 50_000_000 },
  ]);
  await proven();
});

test("invented placements share one row of the hour beyond the daily limit", async () => {
  const { see, rows, proven } = await anApp();
  const count = newAdNamesPerDay.campaign + 3;
  await Promise.all(Array.from({ length: count }, (_, n) => see(1, 0.01, { placement: `p${n}` })));
  const stored = await rows();
  expect(stored).toHaveLength(newAdNamesPerDay.campaign + 1);
  expect(stored.filter(({ impressions }) => impressions === 3)).toHaveLength(1);
  await proven();
});
