/** The rows of a file, by the columns and choices of the uploader. Pure. */

import { type DecimalMark, readingsOfAmount, type ThreeDigitMeaning } from "@/lib/base/amounts";
import { isCurrency, toMinorUnits } from "@/lib/base/money";
import type { SheetLine, SheetTable } from "@/lib/platform/sheet";
import type { WorkSteps } from "@/lib/platform/steps";
import {
  addedClaims,
  type ClaimedFigures,
  type NetworkDayClaim,
  noClaimedFigures,
  sumFigures,
} from "@/lib/spend/claims/claim";
import type { SpendTotals } from "@/lib/spend/queries";
import { type Columns, type FieldName, fieldTable } from "@/lib/spend/upload/fields";
import { markExample, type NumberReading, readAmountCell, readCount } from "@/lib/spend/upload/number-cells";
import { type DateForm, readCountry, readDay, readPlatform } from "@/lib/spend/upload/values";

/** Lines that may be intended or a mistake: a future day, no amount, or a repeated line. */
export const doubtKinds = ["future", "empty", "repeated"] as const;
export type DoubtKind = (typeof doubtKinds)[number];

export type UploadChoices = {
  columns: Columns;
  /** The network of the file's campaign IDs, if there is no column for it. */
  network: string | null;
  /** The currency of the amounts, if there is no column for it. */
  currency: string;
  dateForm: DateForm;
  decimalMark: DecimalMark;
  /** The meaning of `5,000`. Null: not decided yet. Undefined: decided by the decimal mark. */
  threeDigits?: ThreeDigitMeaning | null | undefined;
  /** Later days are in the future. */
  today: string;
  /** Doubtful lines that are stored anyway; the others are left out. */
  accepted: ReadonlySet<DoubtKind>;
};

/** A line's campaign, as named in the file. */
export type UploadedCampaign = { displayId: string; network: string | null; networkId: string; name: string };

export type UploadProblem = { line: number; column: string; value: string; text: string };
type Part = "ad_set" | "creative" | "keyword";

/** One valid line, before its campaign is matched. */
export type LineFacts = {
  line: number;
  day: string;
  named: UploadedCampaign;
  /** The key for matching the line's campaign. */
  key: string;
  parts: Record<Part, { id: string; name: string }>;
  platform: string;
  country: string;
  currency: string;
  original: number;
  /** The amount is missing. */
  empty: boolean;
  /** The network's own counts; null if they are missing from the file. */
  claims: Pick<ClaimedFigures, ClaimField>;
};

const claimFields = ["impressions", "clicks", "installs"] as const;
type ClaimField = (typeof claimFields)[number];

export type UploadReading = {
  lines: LineFacts[];
  problems: UploadProblem[];
  skipped: number;
  doubts: { kind: DoubtKind; line: number }[];
  /** Amounts such as `5,000`, with both readings. */
  twoWays: { line: number; text: string; readings: Record<ThreeDigitMeaning, number> }[];
  /** The number of doubtful lines that are left out. */
  left: number;
};

export const emptyUploadReading = (): UploadReading => ({
  lines: [],
  problems: [],
  skipped: 0,
  doubts: [],
  twoWays: [],
  left: 0,
});

const longest = 256;
const linesOfTurn = 500;

/** Reads each line on its own, into its values or an error. Skips lines of totals. */
export function* readRows(
  table: SheetTable,
  choices: UploadChoices,
  networkCode: (name: string) => string | null,
): WorkSteps<UploadReading> {
  const reading = emptyUploadReading();
  const seen = new Set<string>();
  const { amount: column } = choices.columns;
  const amountOf = ({ cells }: SheetLine) => (column === undefined ? "" : (cells[column] ?? "").trim());
  const example = markExample(table.lines, amountOf, choices.decimalMark);
  let rest = linesOfTurn;
  for (const line of table.lines) {
    if (rest-- === 0) {
      yield;
      rest = linesOfTurn;
    }
    const amount = amountOf(line);
    const readings = choices.threeDigits === undefined ? null : readingsOfAmount(amount);
    const facts = readLine(line, { ...choices, example, readings }, networkCode, (column, value, text) =>
      reading.problems.push({ line: line.line, column, value: value.slice(0, 100), text }),
    );
    if (facts === "total") reading.skipped++;
    if (facts === "total" || facts === null) continue;
    if (readings) {
      reading.twoWays.push({ line: line.line, text: amount.slice(0, 40), readings });
      if (!choices.threeDigits) {
        reading.left++;
        continue;
      }
    }
    const doubts = doubtsOf(line, facts, choices.today, seen);
    for (const kind of doubts) reading.doubts.push({ kind, line: line.line });
    if (doubts.every((kind) => choices.accepted.has(kind))) reading.lines.push(facts);
    else reading.left++;
  }
  return reading;
}

function doubtsOf(line: SheetLine, facts: LineFacts, today: string, seen: Set<string>): DoubtKind[] {
  const cells = JSON.stringify(line.cells.map((cell) => cell.trim()));
  const repeated = seen.has(cells);
  seen.add(cells);
  const holds = { future: facts.day > today, empty: facts.empty, repeated };
  return doubtKinds.filter((kind) => holds[kind]);
}

type LineChoices = UploadChoices & NumberReading;

function readLine(
  line: SheetLine,
  choices: LineChoices,
  networkCode: (name: string) => string | null,
  complain: (column: string, value: string, text: string) => void,
): LineFacts | "total" | null {
  const { columns, network, currency, dateForm, decimalMark } = choices;
  const cell = (field: FieldName) => {
    const index = columns[field];
    return index === undefined ? "" : (line.cells[index] ?? "").trim();
  };
  let sound = true;
  const wrong = (field: FieldName, text: string) => {
    sound = false;
    complain(fieldTable[field].label, cell(field), text);
  };
  const date = cell("date");
  const day = readDay(date, dateForm);
  const named: UploadedCampaign = {
    displayId: cell("campaign"),
    network: network,
    networkId: idText(cell("campaign_id")),
    name: cell("campaign_name"),
  };
  const key = named.displayId || named.networkId || named.name;
  if (day === null && isTotal(line, date, key)) return "total";
  if (day === null) wrong("date", date === "" ? "The date is missing." : "This is not a valid date.");
  const end = cell("date_end");
  if (day !== null && end !== "" && readDay(end, dateForm) !== day)
    wrong("date_end", "The line covers several days. Export one line per day.");
  if (key === "")
    wrong(columns.campaign_name === undefined ? "campaign_id" : "campaign_name", "The campaign is missing.");
  const networkName = cell("network");
  if (networkName !== "") {
    named.network = networkCode(networkName);
    if (named.network === null) wrong("network", "Unknown ad network.");
  }
  const platform = readPlatform(cell("platform"));
  if (platform === null) wrong("platform", "The platform must be iOS or Android.");
  const country = readCountry(cell("country"));
  if (country === null)
    wrong("country", "Unknown country. Use an ISO 3166 code such as DE, or the English name.");
  const code = (cell("currency") || currency).toUpperCase();
  if (!isCurrency(code)) wrong("currency", "The currency must be a code such as EUR.");
  const read = isCurrency(code) ? readAmountCell(cell("amount"), code, choices) : null;
  if (read && "problem" in read) wrong("amount", read.problem);
  const claims = { impressions: null, clicks: null, installs: null } as LineFacts["claims"];
  for (const field of claimFields) {
    const count = columns[field] === undefined ? null : readCount(cell(field), decimalMark);
    if (count === undefined) wrong(field, "The count must be a whole number.");
    else claims[field] = count;
  }
  const parts = {
    ad_set: { id: idText(cell("ad_set_id")), name: cell("ad_set_name") },
    creative: { id: idText(cell("creative_id")), name: cell("creative_name") },
    keyword: { id: idText(cell("keyword_id")), name: cell("keyword_name") },
  };
  for (const part of ["ad_set", "creative", "keyword"] as const) {
    if (parts[part].id.length > longest) wrong(`${part}_id`, `An id has at most ${longest} characters.`);
    parts[part].name = parts[part].name.slice(0, longest);
  }
  if (!sound || day === null || read === null || platform === null || country === null) return null;
  // Exports write a dash for zero spend.
  const amount = "amount" in read ? read.amount : 0;
  return {
    line: line.line,
    day,
    named,
    key,
    parts,
    platform,
    country,
    currency: code,
    original: toMinorUnits(amount, code),
    empty: "empty" in read && read.empty === "blank",
    claims,
  };
}

/** Spreadsheets mark `23851001` as text by `="23851001"`, and some exports put `c:` or an apostrophe before an ID. */
const idText = (text: string) =>
  text
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "")
    .replace(/^(c|ag|as|a|kw):(?=\d+$)/i, "");

/** True for a line of totals: it has the word, or neither a day nor a campaign. */
function isTotal(line: SheetLine, date: string, key: string): boolean {
  if (line.cells.some((cell) => /^\s*(grand )?total\b/i.test(cell))) return true;
  return date === "" && key === "";
}

export type UploadSums = {
  rows: SpendTotals[];
  /** The network's own counts for each campaign's day, if the file has any. */
  claims: NetworkDayClaim[];
  names: Map<string, { campaign_id: number; level: Part; ad_id: string; name: string }>;
  /** Lines that were added to an earlier line of the same part and day. */
  added: number;
  left: number;
  problems: UploadProblem[];
};

type Matching = {
  /** Undefined: not known. Null: left out. */
  campaignOf(facts: LineFacts): number | null | undefined;
  idOf(campaign: number, level: Part, name: string): string | undefined;
  scaleOf(currency: string): number;
};

/** Returns one row for each part of a day. A part without an ID is identified by its name. */
export function* sumRows(
  lines: readonly LineFacts[],
  { campaignOf, idOf, scaleOf }: Matching,
): WorkSteps<UploadSums> {
  const rows = new Map<string, SpendTotals & { line: number }>();
  const out: UploadSums = { rows: [], claims: [], names: new Map(), added: 0, left: 0, problems: [] };
  const networkClaims: NetworkDayClaim[] = [];
  let rest = linesOfTurn;
  for (const each of lines) {
    if (rest-- === 0) {
      yield;
      rest = linesOfTurn;
    }
    const campaign_id = campaignOf(each);
    if (campaign_id === undefined || campaign_id === null) {
      out.left++;
      continue;
    }
    if (claimFields.some((field) => each.claims[field] !== null))
      networkClaims.push({ ...noClaimedFigures, ...each.claims, campaign_id, day: each.day });
    const ids = { ad_set: "", creative: "", keyword: "" };
    for (const level of ["ad_set", "creative", "keyword"] as const) {
      const { id, name } = each.parts[level];
      ids[level] = id || (name && (idOf(campaign_id, level, name) ?? name));
      if (ids[level] && name)
        out.names.set(`${campaign_id} ${level} ${ids[level]}`, {
          campaign_id,
          level,
          ad_id: ids[level],
          name,
        });
    }
    const dimensions = {
      day: each.day,
      campaign_id,
      ad_set_id: ids.ad_set,
      creative_id: ids.creative,
      keyword_id: ids.keyword,
      platform: each.platform,
      country: each.country,
    };
    const key = JSON.stringify(dimensions);
    const before = rows.get(key);
    if (!before) {
      rows.set(key, {
        ...dimensions,
        currency: each.currency,
        original: each.original,
        scale: scaleOf(each.currency),
        line: each.line,
        ...addedClaims({}, each.claims),
      });
    } else if (before.currency === each.currency) {
      before.original += each.original;
      Object.assign(before, addedClaims(before, each.claims));
      out.added++;
    } else {
      out.problems.push({
        line: each.line,
        column: fieldTable.currency.label,
        value: each.currency,
        text: `Line ${before.line} has the same part of the same day, in ${before.currency}.`,
      });
    }
  }
  out.claims = sumFigures(networkClaims, ({ day, campaign_id }) => `${day} ${campaign_id}`);
  out.rows = [...rows.values()]
    .map(({ line: _, ...row }) => row)
    .sort((a, b) => (a.day === b.day ? a.campaign_id - b.campaign_id : a.day < b.day ? -1 : 1));
  return out;
}
