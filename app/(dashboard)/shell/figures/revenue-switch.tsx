import { CircleHelp } from "lucide-react";
import { useFeatures } from "@/app/(dashboard)/shell/use-features";
import { Segmented } from "@/components/ui/segmented";
import { Tooltip } from "@/components/ui/tooltip";
import { t } from "@/lib/base/languages/texts";
import {
  type RevenueSource,
  revenueSourceNames,
  revenueSources,
  revenueSourcesMeaning,
} from "@/lib/reporting/metrics/revenue-sources";

const options = revenueSources.map((value) => ({ value, label: revenueSourceNames[value] }));

type RevenueSwitchProps = {
  /** Null for columns of several sources, or of none. */
  value: RevenueSource | null;
  onValueChange: (value: RevenueSource) => void;
};

/** Switches between revenue of purchases, of ads, and of both. Projects without ad revenue have nothing to switch. */
export function RevenueSwitch({ value, onValueChange }: RevenueSwitchProps) {
  const features = useFeatures();
  if (!features?.ad_revenue && (value === null || value === "purchases")) return null;
  return (
    <div className="flex items-center gap-1">
      <Segmented label={t("Revenue of")} options={options} value={value} onValueChange={onValueChange} />
      <Tooltip content={revenueSourcesMeaning}>
        <button
          type="button"
          aria-label={t("Which revenue? {revenueSourcesMeaning}", { revenueSourcesMeaning })}
          className="grid size-6 place-items-center rounded-sm text-faint hover:text-ink"
        >
          <CircleHelp aria-hidden="true" className="size-3.5" />
        </button>
      </Tooltip>
    </div>
  );
}
