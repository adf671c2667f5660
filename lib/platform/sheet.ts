/** A file of separated values as real programs write it. Pure; the lines keep their numbers. */
import type { WorkSteps } from "@/lib/platform/steps";

export type SheetLine = { line: number; cells: string[] };
export type SheetTable = { separator: string; header: SheetLine; lines: SheetLine[] };

const maxLines = 100_000;
const maxColumns = 300;
const longestCell = 10_000;
const maxCells = 3_000_000;
/** Including the empty lines that reports have between their parts. */
const maxLinesInAll = 2 * maxLines + 1_000;
/** The work of a step, in characters; a cell costs as much as some characters more. */
const turn = 100_000;
const cellCost = 20;

/** The reason why a file cannot be read, in words for the member who chose it. */
export class UnreadableSheet extends Error {}

/** Text from bytes: in the encoding of a byte order mark, else UTF-8, else the encoding of Windows. */
export function decodeText(bytes: Uint8Array): string {
  const [a, b, c] = bytes;
  if (a === 0x50 && b === 0x4b)
    throw new UnreadableSheet("This is an Excel workbook. Save it as CSV and upload the CSV file.");
  if (a === 0xd0 && b === 0xcf)
    throw new UnreadableSheet("This is an Excel workbook. Save it as CSV and upload the CSV file.");
  if (a === 0x1f && b === 0x8b) throw new UnreadableSheet("This file is compressed. Unpack it first.");
  const text =
    a === 0xff && b === 0xfe
      ? new TextDecoder("utf-16le").decode(bytes)
      : a === 0xfe && b === 0xff
        ? new TextDecoder("utf-16be").decode(bytes)
        : utf8(a === 0xef && b === 0xbb && c === 0xbf ? bytes.subarray(3) : bytes);
  if (text.includes("\u0000")) throw new UnreadableSheet("This is not a text file.");
  return text.replace(/^\ufeff/, "");
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The lines that are not empty; quoted cells may hold separators, quotes and line breaks. */
export function* readLines(text: string, separator: string, max = maxLines + 100): WorkSteps<SheetLine[]> {
  const lines: SheetLine[] = [];
  let cells: string[] = [];
  let number = 1;
  let start = 1;
  let i = 0;
  let inAll = 0;
  let rest = turn;
  const end = () => {
    if (cells.some((cell) => cell.trim() !== "")) lines.push({ line: start, cells });
    if (lines.length > max || number > maxLinesInAll) throw tooLong();
    cells = [];
  };
  while (i < text.length) {
    const from = i;
    if (cells.length === 0) start = number;
    let cell = "";
    if (text[i] === '"') {
      const quoted = readQuoted(text, i + 1, start, number);
      cell = quoted.cell;
      number = quoted.number;
      i = quoted.end;
    }
    let stop = i;
    while (stop < text.length && text[stop] !== separator && text[stop] !== "\n" && text[stop] !== "\r") {
      stop++;
      if (stop - i > longestCell) throw tooLongCell(start);
    }
    cells.push(cell + text.slice(i, stop));
    if (cells.length > maxColumns)
      throw new UnreadableSheet(`Line ${start} has more than ${maxColumns} columns. Is this a CSV file?`);
    if (++inAll > maxCells)
      throw new UnreadableSheet(
        `The file has more than ${maxCells.toLocaleString("en-US")} cells. Split it.`,
      );
    i = stop;
    rest -= i - from + cellCost;
    if (rest <= 0) {
      yield;
      rest = turn;
    }
    if (text[i] === separator) {
      i++;
      if (i === text.length || text[i] === "\n" || text[i] === "\r") cells.push("");
      else continue;
    }
    if (text[i] === "\r" && text[i + 1] === "\n") i++;
    if (i < text.length) {
      i++;
      number++;
    }
    end();
  }
  if (cells.length > 0) end();
  return lines;
}

/** Reads a quoted cell, from after the opening quote to after the closing one. */
function readQuoted(text: string, begin: number, line: number, number: number) {
  const open = number;
  let cell = "";
  let i = begin;
  for (;;) {
    const quote = text.indexOf('"', i);
    if (quote < 0) throw new UnreadableSheet(`The quotation mark opened in line ${open} is not closed.`);
    if (cell.length + quote - i > longestCell) throw tooLongCell(line);
    // A doubled quote means one quote.
    const doubled = text[quote + 1] === '"';
    cell += text.slice(i, doubled ? quote + 1 : quote);
    for (let at = i; at < quote; at++) if (text[at] === "\n") number++;
    i = quote + (doubled ? 2 : 1);
    if (!doubled) return { cell, number, end: i };
  }
}

const tooLongCell = (line: number) =>
  new UnreadableSheet(
    `Line ${line} has a cell of more than ${longestCell.toLocaleString("en-US")} characters. Is this a CSV file?`,
  );

const tooLong = () =>
  new UnreadableSheet(
    `The file has more than ${maxLines.toLocaleString("en-US")} lines. Split it, for instance by month.`,
  );

const separators = [",", ";", "\t", "|"];

/** The separator from `sep=`, or the one that gives the first lines the most columns. */
function separatorOf(text: string): string {
  const declared = /^"?sep=(.)"?\r?\n/i.exec(text)?.[1];
  if (declared !== undefined && separators.includes(declared)) return declared;
  const head = text.slice(0, 20_000);
  let best = ",";
  let max = 0;
  for (const separator of separators) {
    const counts = new Map<number, number>();
    for (const line of head.split(/\r?\n/).slice(0, 30)) {
      const columns = line.replace(/"[^"]*"/g, "").split(separator).length;
      if (columns > 1) counts.set(columns, (counts.get(columns) ?? 0) + 1);
    }
    const score = Math.max(0, ...[...counts].map(([columns, lines]) => columns * lines));
    if (score > max) [best, max] = [separator, score];
  }
  return best;
}

/** The line of headers is the first one with the most known names; a report's title may precede it. */
export function* readTable(text: string, knows: (header: string) => boolean): WorkSteps<SheetTable> {
  const separator = separatorOf(text);
  const lines = yield* readLines(text.replace(/^"?sep=.*\r?\n/i, "\n"), separator);
  let header: SheetLine | null = null;
  let max = 0;
  for (const line of lines.slice(0, 20)) {
    const known = line.cells.filter(knows).length;
    if (known > max) [header, max] = [line, known];
  }
  header ??= lines.find(({ cells }) => cells.length > 1) ?? null;
  if (!header) throw new UnreadableSheet("This file has only one column, so it has no header line.");
  const at = lines.indexOf(header);
  const rest = lines.slice(at + 1);
  if (rest.length === 0) throw new UnreadableSheet("The file has no rows below the header line.");
  if (rest.length > maxLines) throw tooLong();
  return { separator, header, lines: rest };
}
