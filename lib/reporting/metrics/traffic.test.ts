import fc from "fast-check";
import { expect, test } from "vitest";
import { commandLine } from "@/lib/accounts/audit/actor";
import { removeCampaign } from "@/lib/campaigns/change/remove";
import { showCampaign } from "@/lib/campaigns/table/list";
import { metrics } from "@/lib/reporting/metrics/metrics";
import { metricLabel, trafficKinds } from "@/lib/reporting/metrics/traffic";
import { mainFigures } from "@/lib/reporting/overview/names";
import { overview } from "@/lib/reporting/overview/overview";
import { overviewQuery } from "@/lib/reporting/overview/schema";
import { reportTableQuery } from "@/lib/reporting/table/schema";
import { reportTable } from "@/lib/reporting/table/table";
import { recordSpend } from "@/lib/spend/record";
import { decideEverything } from "@/testing/factories";
import {
  aLedgerStage,
  arbitraryStep,
  type LedgerStage,
  type LedgerStep,
  ledgerZones,
  playSteps,
  stepsOfReturn,
} from "@/testing/ledger";
import { historyCount } from "@/testing/rounds";

const now = new Date("2026-04-01T12:00:00Z");
const additive = ["clicks", "installs", "signups", "revenue", "spend"] as const;

/** A figure has the same value on the overview and in the report if it has the same label. */
async function compare({ app }: LedgerStage, days: { from: string; to: string }) {
  const table = await reportTable(app.project, reportTableQuery.parse(days), now);
  const rowOf = { paid: table.total, all: table.all! };
  for (const traffic of trafficKinds) {
    const { figures } = await overview(app.project, overviewQuery.parse({ ...days, traffic }), now);
    for (const name of mainFigures)
      expect({ traffic, name, value: figures[name].total }).toEqual({
        traffic,
        name,
        value: rowOf[traffic].metrics[name],
      });
  }
  for (const name of additive) {
    const rows = [...table.campaigns, ...(table.deleted ? [table.deleted] : [])];
    const sum = rows.reduce((total, row) => total + (row.metrics[name] ?? 0), 0);
    expect({ name, paid: table.total.metrics[name] }).toEqual({ name, paid: sum });
    expect(table.all?.metrics[name]).toBe(sum + (table.organic?.metrics[name] ?? 0));
  }
}

async function history(zone: string, steps: LedgerStep[], removed: boolean) {
  const stage = await aLedgerStage(zone);
  const { app, campaigns } = stage;
  await playSteps(stage, [...stepsOfReturn, ...steps], false);
  const { display_id: campaign } = (await showCampaign(app.project, campaigns[0]!)).campaign;
  const cost = {
    campaign,
    network_campaign_id: "",
    ad_set_id: "",
    creative_id: "",
    keyword_id: "",
    platform: "",
    country: "",
  };
  await recordSpend(
    app.project,
    [
      { ...cost, date: "2026-03-28", amount: 10 },
      { ...cost, date: "2026-03-30", amount: 7.5 },
    ],
    { kind: "HAND", sourceKey: null, name: "By hand", createdBy: "test" },
    now,
  );
  await decideEverything(app);
  if (removed) await removeCampaign(app.project, { id: campaigns[0]! }, { by: commandLine, now });
  await compare(stage, { from: "2026-03-27", to: "2026-04-01" });
  await compare(stage, { from: "2026-03-28", to: "2026-03-29" });
}

test("paid and all are equal on the overview and in the report, after any history, with and without deleted campaigns", async () => {
  const steps = fc.array(arbitraryStep, { minLength: 5, maxLength: 40, size: "max" });
  const property = fc.asyncProperty(fc.constantFrom(...ledgerZones), steps, fc.boolean(), history);
  await fc.assert(property, { numRuns: historyCount(20) });
});

test("metrics that divide spend by organic figures, too, are called blended, and no others", () => {
  const names = Object.keys(metrics) as (keyof typeof metrics)[];
  const blended = names.filter((name) => metricLabel(name, "all").startsWith("Blended"));
  expect(blended).toEqual(["roas", "ad_roas", "total_roas", "cost_per_install", "cost_per_signup"]);
  expect(blended.map((name) => metricLabel(name, "all"))).toEqual([
    "Blended ROAS",
    "Blended ad ROAS",
    "Blended total ROAS",
    "Blended cost per install",
    "Blended cost per sign-up",
  ]);
  for (const name of names) expect(metricLabel(name, "paid")).toBe(metrics[name].label);
});
