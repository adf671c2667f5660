/** When files are written, and their names. Pure. */

import { addDays } from "@/lib/base/days";
import { dayIn, instantsOfWallTime } from "@/lib/base/time";
import { type FileFormat, fileExtensions } from "@/lib/data-access/files/formats/format";

export const fileCadences = ["hourly", "daily"] as const;
export type FileCadence = (typeof fileCadences)[number];
export type FileTimes = { cadence: FileCadence; hour: number };

const hourMs = 3_600_000;

/**
 * The next full hour, or the next time with the local hour of daily runs. If clocks skip the hour, the next one is
 * used; if it occurs twice, the first.
 */
export function nextFileRun({ cadence, hour }: FileTimes, zone: string, after: Date): Date {
  if (cadence === "hourly") return new Date((Math.floor(after.getTime() / hourMs) + 1) * hourMs);
  for (let day = dayIn(zone, after); ; day = addDays(day, 1)) {
    const { first } = instantsOfWallTime(Date.parse(`${day}T00:00:00Z`) + hour * hourMs, zone);
    if (first > after.getTime()) return new Date(first);
  }
}

const runText = (run: number) => String(run).padStart(10, "0");

type Part = { slug: string; dataset: string; format: FileFormat; run: number; part: number; at: Date };

/** Sorted by time, and partitioned as engines expect it. Each try has its own number, so no name is used twice. */
export function partName({ slug, dataset, format, run, part, at }: Part): string {
  const [day = "", time = ""] = at.toISOString().split("T");
  const file = `part-${runText(run)}-${String(part).padStart(3, "0")}.${fileExtensions[format]}`;
  return `project=${slug}/dataset=${dataset}/dt=${day}/hh=${time.slice(0, 2)}/${file}`;
}

/** Engines ignore folders that begin with an underscore. */
export const manifestNameOf = (slug: string, run: number): string =>
  `project=${slug}/_manifests/${runText(run)}.json`;

/** Higher for later changes of the same key. In one run, a row that was removed and stored again is an upsert. */
export const versionOf = (startedAt: Date, op: "upsert" | "delete"): number =>
  startedAt.getTime() * 2 + (op === "upsert" ? 1 : 0);
