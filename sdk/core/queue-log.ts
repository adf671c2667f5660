import { crc32, utf8 } from "./bytes";
import type { CallTime } from "./call-time";

/**
 * The file of the queue: a line for each call, and a line when one is settled. A line is a checksum and JSON, so that a
 * line cut off by a full disk or a killed process is detected.
 */
export type QueuedCall = {
  /** The position in the order of calls. */
  number: number;
  path: string;
  body: Record<string, unknown>;
  made: CallTime;
};

type Line =
  | { kind: "call"; number: number; path: string; body: Record<string, unknown>; made: CallTime }
  | { kind: "settled"; numbers: number[] };

const lineOf = (value: Line) => {
  const json = JSON.stringify(value);
  return `${crc32(utf8(json))} ${json}\n`;
};

export const callLine = (call: QueuedCall): string => lineOf({ kind: "call", ...call });
export const settledLine = (numbers: number[]): string => lineOf({ kind: "settled", numbers });

export type ReadLog = {
  /** Unsettled calls, in order. */
  calls: QueuedCall[];
  /** The number of incomplete lines. Their calls were never accepted. */
  damaged: number;
  /** The file ends within a line, so the next line needs a line break before it. */
  isTorn: boolean;
  next: number;
};

export function readLog(text: string): ReadLog {
  const waiting = new Map<number, QueuedCall>();
  let damaged = 0;
  let next = 0;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const value = readLine(line);
    if (!value) damaged++;
    else if (value.kind === "settled") for (const number of value.numbers) waiting.delete(number);
    else {
      const { number, path, body, made } = value;
      waiting.set(number, { number, path, body, made });
      next = Math.max(next, number + 1);
    }
  }
  const calls = [...waiting.values()].sort((a, b) => a.number - b.number);
  return { calls, damaged, isTorn: text !== "" && !text.endsWith("\n"), next };
}

function readLine(line: string): Line | null {
  const json = line.slice(9);
  if (line[8] !== " " || crc32(utf8(json)) !== line.slice(0, 8)) return null;
  const value: Line = JSON.parse(json);
  return value.kind === "call" || value.kind === "settled" ? value : null;
}

const maxCalls = 1_000;
const maxBytes = 2 * 1024 * 1024;

/** These calls are dropped last, because without them money, users or the install would be missing. */
const important = ["init", "trigger", "capture-payment", "remove-captured-payment", "set-consent"];

/**
 * The calls to drop for a new one of this size: events first, oldest first. Null if all waiting calls are more
 * important.
 */
export function callsToDrop(
  waiting: readonly { number: number; path: string; bytes: number }[],
  added: { path: string; bytes: number },
): number[] | null {
  let calls = waiting.length + 1;
  let bytes = waiting.reduce((sum, each) => sum + each.bytes, added.bytes);
  const isEvent = ({ path }: { path: string }) => path === "capture-event";
  const order = [
    ...waiting.filter(isEvent),
    ...waiting.filter((call) => !isEvent(call) && !important.includes(call.path)),
  ];
  const dropped: number[] = [];
  for (const call of order) {
    if (calls <= maxCalls && bytes <= maxBytes) break;
    // A less important call never displaces a more important one.
    if (isEvent(added) && !isEvent(call)) break;
    dropped.push(call.number);
    calls--;
    bytes -= call.bytes;
  }
  return calls <= maxCalls && bytes <= maxBytes ? dropped : null;
}
