import { Select } from "@/components/fields/select";
import { t } from "@/lib/base/languages/texts";
import { type Dimension, dimensionNames, dimensions } from "@/lib/reporting/groups/dimensions";

const options = dimensionNames.map((value) => ({ value, label: dimensions[value].label }));
const none = "none";

type BreakDownByProps = {
  by: Dimension;
  second: Dimension | "";
  onChange: (by: Dimension, second: Dimension | "") => void;
};

/** Chooses the breakdown of the report. */
export function BreakDownBy({ by, second, onChange }: BreakDownByProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
      <span aria-hidden="true">{t("Break down by")}</span>
      <Select
        size="sm"
        aria-label={t("Break down by")}
        className="w-auto"
        value={by}
        options={options}
        onValueChange={(next) => onChange(next, second === next ? "" : second)}
      />
      <span aria-hidden="true">{t("then by")}</span>
      <Select
        size="sm"
        aria-label={t("Then break down by")}
        className="w-auto"
        value={second || none}
        options={[{ value: none, label: t("Nothing else") }, ...options.filter(({ value }) => value !== by)]}
        onValueChange={(next) => onChange(by, next === none ? "" : (next as Dimension))}
      />
    </div>
  );
}
