import type { Project } from "@/lib/accounts/access/project";
import { presentFinding, ruleName } from "@/lib/attribution/fraud/labels";
import { fraudRules, isRuleName } from "@/lib/attribution/fraud/rules";
import { fraudSettingsOf } from "@/lib/attribution/fraud/settings";
import { storedRulesOf } from "@/lib/attribution/rule-sets/rule-sets";
import { attributionRulesOf } from "@/lib/attribution/rule-sets/windows";
import { type FlaggedRow, findFlagged, findRuleSettings } from "@/lib/attribution/sources/queries";
import type { EvidenceQuery } from "@/lib/attribution/sources/schema";
import { scopeOf } from "@/lib/attribution/sources/sources";
import { type CsvColumns, csvTable } from "@/lib/base/text/csv";
import { networkLabel, networkOfCode, sharedClickParameters } from "@/lib/campaigns/networks";

const maxRows = 100_000;

/** The thresholds of the rules with this version; undefined if they are not stored. */
type ThresholdsOf = (version: string, rule: string) => string | undefined;

/** One row for each flagged install, the newest first: what a network needs to check a refund claim. */
export async function evidenceCsv(
  project: Project,
  query: EvidenceQuery,
  { now, showsIds }: { now: Date; showsIds: boolean },
): Promise<string> {
  const { scope } = scopeOf(project, query, now);
  const [rows, settings] = await Promise.all([
    findFlagged(project.id, scope, query.rule ?? null, maxRows),
    findRuleSettings(project.id),
  ]);
  const inForce = storedRulesOf(project);
  for (const known of [{}, inForce]) settings.set(attributionRulesOf(known).version, known);
  const thresholdsOf: ThresholdsOf = (version, rule) => {
    const known = settings.get(version);
    return known && isRuleName(rule) ? thresholdText(known, rule) : undefined;
  };
  return csvTable(columnsOf({ thresholdsOf, showsIds, rule: query.rule ?? null }), rows);
}

function thresholdText(settings: Record<string, unknown>, rule: keyof typeof fraudRules): string {
  const values = fraudSettingsOf(attributionFraud(settings))[rule] as Record<string, number | string>;
  return Object.entries(fraudRules[rule].thresholds)
    .map(([key, { label, unit }]) => `${label}: ${values[key]} ${unit}`)
    .join("; ");
}

const attributionFraud = (settings: Record<string, unknown>) =>
  settings.fraud as Parameters<typeof fraudSettingsOf>[0];

type Columns = { thresholdsOf: ThresholdsOf; showsIds: boolean; rule: string | null };

/** The findings of the row: those of one rule if the file is about it. */
const findingsOf = ({ charges }: FlaggedRow, only: string | null) =>
  (charges ?? []).filter(({ rule }) => only === null || rule === only);

const rulesOf = ({ flags }: FlaggedRow, only: string | null) =>
  flags.filter((rule) => only === null || rule === only);

/** The network's own ID of the click, from the parameters of its link. */
function networkClickId({ network, params, click_parameter }: FlaggedRow): string | null {
  const values = new Map(Object.entries(params ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const names = [
    ...(click_parameter ? [click_parameter] : []),
    ...((network && networkOfCode(network)?.clickIds) || []),
    ...sharedClickParameters,
  ];
  const name = names.find((one) => values.get(one.toLowerCase()));
  return name === undefined ? null : values.get(name.toLowerCase())!;
}

const columnsOf = ({ thresholdsOf, showsIds, rule: only }: Columns): CsvColumns<FlaggedRow> => ({
  "Install ID": "id",
  "Installed at": "installed_at",
  "Clicked at": "clicked_at",
  "Seconds from click to install": ({ clicked_at: clicked, installed_at: installed }) =>
    clicked === null ? null : Math.round((installed.getTime() - clicked.getTime()) / 1_000),
  Result: ({ attributed, postbacks_withheld }) =>
    attributed ? (postbacks_withheld ? "Attributed, postbacks withheld" : "Attributed") : "Not attributed",
  Network: ({ network }) => networkLabel(network),
  Affiliate: "affiliate",
  Campaign: "campaign",
  "Display ID": "display_id",
  Publisher: "publisher",
  Rules: (row) => rulesOf(row, only).map(ruleName).join("; "),
  Reason: (row) =>
    findingsOf(row, only)
      .map((finding) => presentFinding(finding).text)
      .join("; "),
  Thresholds: (row) =>
    rulesOf(row, only)
      .flatMap((rule) => {
        const text = thresholdsOf(row.rules, rule);
        return text ? [`${ruleName(rule)}: ${text}`] : [];
      })
      .join("; "),
  "Install country": "country",
  "Click country": "click_country",
  Platform: "platform",
  "OS version": "os_version",
  "App version": "app_version",
  "Click ID": "click_id",
  ...(showsIds && { "Network click ID": networkClickId }),
});
