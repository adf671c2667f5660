import { hourOptions } from "@/app/(dashboard)/shell/alerts/schedule-labels";
import { rowState } from "@/app/(dashboard)/shell/runs/states";
import { numberFormat } from "@/components/format";
import { type FileFormat, fileFormats } from "@/lib/data-access/files/formats/format";
import type { FileCadence } from "@/lib/data-access/files/rules";
import type { ShownFileExport, ShownFileRun } from "@/lib/data-access/files/schema";

export const formatLabels: Record<FileFormat, string> = {
  parquet: "Parquet (ZSTD)",
  csv: "CSV (gzip)",
  ndjson: "NDJSON (gzip)",
};
export const formatOptions = fileFormats.map((value) => ({ value, label: formatLabels[value] }));

export const cadenceOptions: { value: FileCadence; label: string }[] = [
  { value: "daily", label: "Every day" },
  { value: "hourly", label: "Every hour" },
];

export const rhythmText = ({ cadence, hour }: Pick<ShownFileExport, "cadence" | "hour">): string =>
  cadence === "hourly" ? "every hour" : `every day at ${hourOptions[hour]?.label}`;

export const exportState = (shown: ShownFileExport) => rowState(shown, "Off");

export function bytesText(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return numberFormat({
    style: "unit",
    unit: units[power]!,
    maximumFractionDigits: power > 0 && value < 10 ? 1 : 0,
  }).format(value);
}

/** The duration of a run, such as “2.4 sec” or “3 min”. */
export function durationText({ started_at, ended_at }: ShownFileRun): string {
  if (!ended_at) return "–";
  const seconds = Math.max(0, Date.parse(ended_at) - Date.parse(started_at)) / 1_000;
  const minutes = seconds >= 120;
  return numberFormat({
    style: "unit",
    unit: minutes ? "minute" : "second",
    maximumFractionDigits: seconds < 10 ? 1 : 0,
  }).format(minutes ? seconds / 60 : seconds);
}
