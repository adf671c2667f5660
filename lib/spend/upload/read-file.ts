import type { Project } from "@/lib/accounts/access/project";
import { type DecimalMark, decimalMarkOf } from "@/lib/base/amounts";
import { minorUnitRatio } from "@/lib/base/money";
import { Refusal } from "@/lib/base/refusal";
import { networkReader } from "@/lib/campaigns/known-network";
import { readTable, type SheetTable, UnreadableSheet } from "@/lib/platform/sheet";
import { runInSteps } from "@/lib/platform/steps";
import {
  type Columns,
  currencyInHeader,
  fieldNames,
  fieldTable,
  guessColumns,
  guessNetwork,
  isKnownHeader,
} from "@/lib/spend/upload/fields";
import { type CampaignMatch, matchCampaigns, matchParts } from "@/lib/spend/upload/match";
import {
  doubtKinds,
  emptyUploadReading,
  readRows,
  sumRows,
  type UploadReading,
  type UploadSums,
} from "@/lib/spend/upload/rows";
import type { UploadSettings } from "@/lib/spend/upload/schema";
import { guessDateForm } from "@/lib/spend/upload/values";

export type ReadFile = {
  table: SheetTable;
  missing: string[];
  dateAmbiguous: boolean;
  reading: UploadReading;
  match: CampaignMatch;
  summed: UploadSums;
};

export async function uploadedTable(content: string): Promise<SheetTable> {
  try {
    return await runInSteps(readTable(content, isKnownHeader));
  } catch (error) {
    if (error instanceof UnreadableSheet) throw new Refusal("file_unreadable", error.message);
    throw error;
  }
}

const cells = (table: SheetTable, index: number | undefined) =>
  index === undefined ? [] : table.lines.slice(0, 2_000).map(({ cells: all }) => all[index] ?? "");

function firstMark(texts: readonly string[]): DecimalMark {
  for (const text of texts) {
    const mark = decimalMarkOf(text);
    if (mark !== null) return mark;
  }
  return ".";
}

/** Guesses the settings from the file's headers and values. */
export function guessSettings(table: SheetTable, own: string): UploadSettings {
  const headers = table.header.cells;
  const columns = guessColumns(headers);
  const amount = columns.amount === undefined ? "" : (headers[columns.amount] ?? "");
  return {
    columns,
    network: guessNetwork(headers),
    currency: currencyInHeader(amount) ?? own,
    date_form: guessDateForm(cells(table, columns.date)) ?? "mdy",
    decimal_mark: firstMark(cells(table, columns.amount)),
    three_digits: null,
    replaces: "days",
    leave_out: false,
    doubts: {},
    campaigns: [],
  };
}

function chosenColumns({ columns }: UploadSettings, width: number): Columns {
  const chosen: Columns = {};
  for (const field of fieldNames) {
    const index = columns[field];
    if (index !== undefined && index !== null && index < width) chosen[field] = index;
  }
  return chosen;
}

function missingFields(columns: Columns): string[] {
  const missing: string[] = fieldNames.filter(
    (field) => "needed" in fieldTable[field] && columns[field] === undefined,
  );
  const names = [columns.campaign, columns.campaign_id, columns.campaign_name];
  if (names.every((index) => index === undefined)) missing.push("campaign_name");
  return missing;
}

/** Reads the file under the settings: rows to store, errors, and unknown campaigns. */
export async function readFile(
  project: Pick<Project, "id" | "currency">,
  content: string,
  settings: UploadSettings,
  today: string,
): Promise<ReadFile> {
  const table = await uploadedTable(content);
  const columns = chosenColumns(settings, table.header.cells.length);
  const missing = missingFields(columns);
  const choices = {
    columns,
    network: settings.network,
    currency: settings.currency,
    dateForm: settings.date_form,
    decimalMark: settings.decimal_mark,
    threeDigits: settings.three_digits,
    today,
    accepted: new Set(doubtKinds.filter((kind) => settings.doubts?.[kind] === "take")),
  };
  const reading =
    missing.length > 0
      ? emptyUploadReading()
      : await runInSteps(readRows(table, choices, await networkReader(project.id)));
  const [match, idOf] = await Promise.all([
    matchCampaigns(project.id, reading.lines, settings.campaigns),
    matchParts(project.id, reading.lines),
  ]);
  const summed = await runInSteps(
    sumRows(reading.lines, {
      campaignOf: match.campaignOf,
      idOf,
      scaleOf: (currency) => minorUnitRatio(currency, project.currency),
    }),
  );
  const dateAmbiguous = guessDateForm(cells(table, columns.date)) === null;
  return { table, missing, dateAmbiguous, reading, match, summed };
}
