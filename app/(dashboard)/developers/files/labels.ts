import { hourOptions } from "@/app/(dashboard)/shell/alerts/schedule-labels";
import { rowState } from "@/app/(dashboard)/shell/runs/states";
import { numberFormat } from "@/components/format";
import { t } from "@/lib/base/languages/texts";
import { type FileFormat, fileFormats } from "@/lib/data-access/files/formats/format";
import { type FileLayout, fileLayouts } from "@/lib/data-access/files/layouts/stored";
import type { FileCadence } from "@/lib/data-access/files/rules";
import type { ShownFileExport, ShownFileRun } from "@/lib/data-access/files/schema";

const formatLabels: Record<FileFormat, string> = {
  parquet: t("Parquet (ZSTD)"),
  csv: "CSV (gzip)",
  ndjson: "NDJSON (gzip)",
};
export const formatOptions = fileFormats.map((value) => ({ value, label: formatLabels[value] }));

const layoutLabels: Record<FileLayout, string> = {
  cairn: t("Cairn’s datasets"),
  adjust: t("Adjust’s CSV definition"),
  appsflyer: t("AppsFlyer Data Locker"),
};
export const layoutOptions = fileLayouts.map((value) => ({ value, label: layoutLabels[value] }));

/** What the files contain, such as “Parquet (ZSTD), every hour: installs, events”. */
export const contentText = (shown: ShownFileExport): string =>
  shown.layout === "cairn"
    ? `${formatLabels[shown.format]}, ${rhythmText(shown)}: ${shown.datasets.join(", ")}`
    : `${layoutLabels[shown.layout]}, ${rhythmText(shown)}`;

export const cadenceOptions: { value: FileCadence; label: string }[] = [
  { value: "daily", label: t("Every day") },
  { value: "hourly", label: t("Every hour") },
];

const rhythmText = ({ cadence, hour }: Pick<ShownFileExport, "cadence" | "hour">): string =>
  cadence === "hourly" ? t("every hour") : t("every day at {label}", { label: hourOptions[hour]?.label });

export const exportState = (shown: ShownFileExport) => rowState(shown, t("Off"));

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
