import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { byColumn } from "@/lib/data-access/files/formats/format";
import { csvBody, csvHead } from "@/lib/data-access/files/formats/lines";
import { adjustLayout } from "@/lib/data-access/files/layouts/adjust";
import { appsFlyerLayout } from "@/lib/data-access/files/layouts/appsflyer";
import { readDefinition } from "@/lib/data-access/files/layouts/definition";
import { layoutCells, type VendorLayout } from "@/lib/data-access/files/layouts/layout";
import { layoutRowsOf } from "@/lib/data-access/files/layouts/rows";
import { fileExportInput } from "@/lib/data-access/files/schema";
import type { Fact } from "@/lib/outbound/mapping/fact";
import { aFact, androidInstall, consentCases, iphone } from "@/testing/networks/facts";

const reinstall = { ...iphone, kind: "REINSTALL" } as const;
const seen = aFact("install").decision!;
const facts: [fact: Fact, counted: number | null][] = [
  [aFact("install", androidInstall), null],
  [aFact("organic", androidInstall), null],
  [aFact("install", reinstall, { decision: { ...seen, touch: "VIEW" } }), null],
  [
    aFact("rejected", androidInstall, { decision: { ...seen, reason: "fraud", flags: ["click_flood"] } }),
    null,
  ],
  [aFact("reengagement", iphone), null],
  [aFact("event", androidInstall, { name: "level,up" }), null],
  [aFact("payment", iphone), 999],
  [aFact("payment", androidInstall, { money: { minor: 85_000, currency: "JPY" } }), 560],
  [aFact("refund", iphone), 999],
  [aFact("uninstall", androidInstall), null],
  [aFact("install", androidInstall, { permissions: consentCases["no tracking"] }), null],
];
const rows = facts.flatMap(([fact, counted]) => layoutRowsOf(fact, counted, "USD"));

function filesOf(layout: VendorLayout, personal = true): Record<string, string> {
  return Object.fromEntries(
    layout.tables.map((table) => {
      const columns = table.columns.map(
        ({ head }) => ({ name: head, type: "text", required: false }) as const,
      );
      const own = rows.filter((row) => layout.tablesOf(row).includes(table.name));
      return [
        table.name,
        csvHead(columns) +
          csvBody(
            columns,
            byColumn(
              columns,
              own.map((row) => layoutCells(table, row, personal)),
            ),
          ),
      ];
    }),
  );
}

const definition =
  '"My app",{activity_kind},{adid},{idfa||gps_adid},{tracker},{tracker_name},{network_name},{campaign_name},{adgroup_name},' +
  "{creative_name},{is_organic},{click_time},{installed_at},{installed_at_hour},{reinstalled_at},{created_at},{conversion_duration}," +
  "{event},{revenue},{currency},{revenue_usd},{reporting_revenue},{country},{os_name},{os_version},{device_name},{app_version}," +
  "{language},{app_name},{rejection_reason},{nonce},{city},[level],[sub1]";

test.each([
  ["adjust", adjustLayout(definition)],
  ["appsflyer", appsFlyerLayout],
] as const)("%s: each kind of fact is exactly this row of this file", (vendor, layout) => {
  const folder = join(import.meta.dirname, "golden");
  for (const [name, text] of Object.entries(filesOf(layout))) {
    const path = join(folder, `${vendor}-${name}.csv`);
    if (process.env.WRITE_EXAMPLES) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, text);
    }
    expect(text, name).toBe(readFileSync(path, "utf8"));
  }
});

test("without personal columns, no file has an advertising ID, a field of an event or a parameter of a link", () => {
  const texts = [adjustLayout(definition), appsFlyerLayout].flatMap((layout) =>
    Object.values(filesOf(layout, false)),
  );
  const all = texts.join("\n");
  expect(all).toContain("summer");
  expect(all).not.toMatch(/38400000|8c6cbc0d|8C6CBC0D|C305F2DB|banner 1|"level"|never sent/i);
});

test("later decisions, test devices, erased people, and removed payments have no row", () => {
  const none = [
    aFact("reattributed", androidInstall, { name: "x" }),
    aFact("install", androidInstall, { isTest: true }),
    aFact("install", androidInstall, { isErased: true }),
    aFact("install", null),
    aFact("event", androidInstall, { name: null }),
    aFact("payment", androidInstall, {
      payment: { id: "p", type: "ONE_TIME", status: "PAYMENT_COMPLETED", isRemoved: true },
    }),
  ];
  for (const fact of none) expect(layoutRowsOf(fact, null, "USD")).toEqual([]);
});

test("a definition has constants, placeholders and parameters, and its problems are named", () => {
  expect(readDefinition('"My app", {idfa||gps_adid},\n[user id]')).toEqual([
    { is: "constant", head: "My app" },
    { is: "placeholder", head: "{idfa||gps_adid}", names: ["idfa", "gps_adid"] },
    { is: "parameter", head: "[user id]", name: "user id" },
  ]);
  const problem = (at: number) =>
    `Column ${at} must be a "constant", a {placeholder} or a [parameter], such as {installed_at}.`;
  for (const [text, message] of [
    ["", "Paste your CSV definition from Adjust."],
    ["{adid},", problem(2)],
    ["adid", problem(1)],
    ["{a b}", problem(1)],
    ['"a"b"', problem(1)],
    ["{adid},{adid}", "Column 2 has the name of another one."],
    [Array.from({ length: 201 }, (_, n) => `{c${n}}`).join(","), "A definition has at most 200 columns."],
  ] as const)
    expect(readDefinition(text), text).toBe(message);
});

test("names: Adjust's token, hour, hash and part, and AppsFlyer's folders with markers", () => {
  const part = { slug: "shop", run: 42, part: 1, at: new Date("2026-11-22T03:04:05Z") };
  const adjust = adjustLayout("{adid}");
  expect(adjust.partName({ ...part, table: "activity" })).toMatch(
    /^shop_2026-11-22T030000_[0-9a-f]{32}_0000000042001\.csv\.gz$/,
  );
  expect(adjust.partName({ ...part, table: "activity" })).not.toBe(
    adjustLayout("{idfa}").partName({ ...part, table: "activity" }),
  );
  expect(adjust.markers(part.at)).toEqual([]);
  const folder = "data-locker-hourly/t=installs/dt=2026-11-22/h=3";
  expect(appsFlyerLayout.partName({ ...part, table: "installs" })).toBe(`${folder}/part-0000000042-001.gz`);
  expect(appsFlyerLayout.markers(part.at)).toContain(`${folder}/_SUCCESS`);
  expect(appsFlyerLayout.markers(part.at)).toHaveLength(appsFlyerLayout.tables.length);
});

test("the form sends the schema's result, which is the same input again", () => {
  const entered = {
    ...{ title: "Former pipeline", layout: "adjust", definition: "{adid}", format: "csv", cadence: "daily" },
    ...{ storage: "folder", place: { prefix: "raw" } },
  };
  const sent = fileExportInput.parse(entered);
  expect(sent.stored).toEqual({ vendor: "adjust", definition: "{adid}" });
  expect(fileExportInput.parse(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
});
