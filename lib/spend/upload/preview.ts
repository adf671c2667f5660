import type { Project } from "@/lib/accounts/access/project";
import type { SheetLine } from "@/lib/platform/sheet";
import type { SpendTotals } from "@/lib/spend/queries";
import type { ReadFile } from "@/lib/spend/upload/read-file";
import { doubtKinds, type UploadReading } from "@/lib/spend/upload/rows";
import type { SpendUploadPreview, UploadSettings } from "@/lib/spend/upload/schema";

const maxProblems = 200;
const samples = 12;
const firstLines = 5;

/** Shows the effect of storing the file. */
export function presentPreview(
  project: Pick<Project, "currency">,
  settings: UploadSettings,
  file: ReadFile,
  rates: readonly KnownRate[],
  replaced: { rows: number; amount_minor: number },
): SpendUploadPreview {
  const { table, missing, reading, match, summed } = file;
  const problems = [...reading.problems, ...summed.problems].sort((a, b) => a.line - b.line);
  const problemLines = new Set(problems.map(({ line }) => line)).size;
  const days = summed.rows.map(({ day }) => day);
  const money = countMoney(project.currency, summed.rows, rates);
  const doubts = doubtsOf(reading, settings);
  const threeDigits = threeDigitsOf(reading, settings);
  const undecided =
    (threeDigits !== null && threeDigits.choice === null) ||
    match.unmatched.some(({ decided }) => !decided) ||
    doubts.some(({ choice }) => choice === null);
  return {
    settings,
    columns: table.header.cells.map((header, index) => ({
      header: header.trim(),
      samples: sampleOf(table.lines, index),
    })),
    header_line: table.header.line,
    lines: table.lines.length,
    missing,
    date_ambiguous: file.dateAmbiguous,
    three_digits: threeDigits,
    days: days.length > 0 ? { from: days[0]!, to: days.at(-1)! } : null,
    campaigns: new Set(summed.rows.map((row) => row.campaign_id)).size,
    rows: summed.rows.length,
    added: summed.added,
    skipped: reading.skipped,
    left: summed.left + problemLines + reading.left,
    ...money,
    replaced,
    problems: problems.slice(0, maxProblems),
    problem_count: problems.length,
    doubts,
    unmatched: match.unmatched.slice(0, 500).map(({ campaign, ...one }) => ({
      ...one,
      campaign: campaign && { id: campaign.id, name: campaign.name, display_id: campaign.display_id },
    })),
    sample: summed.rows.slice(0, samples).map((row) => ({
      day: row.day,
      campaign: match.nameOf(row.campaign_id),
      ad_set: nameIn(file, row, "ad_set", row.ad_set_id),
      creative: nameIn(file, row, "creative", row.creative_id),
      keyword: nameIn(file, row, "keyword", row.keyword_id),
      platform: row.platform || null,
      country: row.country || null,
      currency: row.currency,
      amount_minor: row.original,
    })),
    ready:
      missing.length === 0 &&
      summed.rows.length > 0 &&
      !undecided &&
      money.missing_rates.length === 0 &&
      (problems.length === 0 || settings.leave_out),
  };
}

function doubtsOf({ doubts }: UploadReading, settings: UploadSettings): SpendUploadPreview["doubts"] {
  return doubtKinds.flatMap((kind) => {
    const lines = doubts.filter((each) => each.kind === kind).map(({ line }) => line);
    if (lines.length === 0) return [];
    const choice = settings.doubts?.[kind] ?? null;
    return [{ kind, lines: lines.length, first: lines.slice(0, firstLines), choice }];
  });
}

function threeDigitsOf(
  { twoWays }: UploadReading,
  settings: UploadSettings,
): SpendUploadPreview["three_digits"] {
  const [one] = twoWays;
  if (!one) return null;
  return {
    lines: twoWays.length,
    first: twoWays.slice(0, firstLines).map(({ line }) => line),
    text: one.text,
    ...one.readings,
    choice: settings.three_digits ?? null,
  };
}

function nameIn({ summed }: ReadFile, row: SpendTotals, level: string, id: string): string | null {
  return id ? (summed.names.get(`${row.campaign_id} ${level} ${id}`)?.name ?? id) : null;
}

/** A file may have many columns and lines: a column's first lines show its content. */
function sampleOf(lines: readonly SheetLine[], index: number): string[] {
  const seen = new Set<string>();
  for (let at = 0; at < lines.length && at < 1_000 && seen.size < 3; at++) {
    const text = lines[at]!.cells[index]?.trim();
    if (text) seen.add(text.slice(0, 40));
  }
  return [...seen];
}

function countMoney(own: string, rows: readonly SpendTotals[], rates: readonly KnownRate[]) {
  const amounts = new Map<string, number>();
  const missing = new Map<string, { currency: string; day: string; rows: number }>();
  let total = 0;
  for (const row of rows) {
    amounts.set(row.currency, (amounts.get(row.currency) ?? 0) + row.original);
    const rate = row.currency === own ? 1 : rateOf(rates, row.currency, row.day);
    if (rate !== null) {
      total += Math.round(row.original * rate * row.scale);
      continue;
    }
    const one = missing.get(row.currency) ?? { currency: row.currency, day: row.day, rows: 0 };
    one.rows++;
    if (row.day < one.day) one.day = row.day;
    missing.set(row.currency, one);
  }
  return {
    amounts: [...amounts].map(([currency, amount_minor]) => ({ currency, amount_minor })),
    amount_minor: missing.size > 0 ? null : total,
    missing_rates: [...missing.values()],
  };
}

type KnownRate = { currency: string; day: string; rate: number };

/** The rate of a day: the latest one on or before it. Null if there is none. */
function rateOf(rates: readonly KnownRate[], currency: string, day: string): number | null {
  let best: KnownRate | null = null;
  for (const rate of rates) {
    if (rate.currency === currency && rate.day <= day && (!best || rate.day > best.day)) best = rate;
  }
  return best?.rate ?? null;
}
