import { useId } from "react";
import { Switch } from "@/components/fields/switch";
import { t } from "@/lib/base/languages/texts";

/** Hides campaigns without activity. Other breakdowns only have rows with activity. */
export function ActivityOnly({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  const id = useId();
  return (
    <span className="flex items-center gap-2 text-muted text-xs">
      <Switch id={id} checked={value} onCheckedChange={onChange} />
      <label htmlFor={id}>{t("Only with activity")}</label>
    </span>
  );
}
