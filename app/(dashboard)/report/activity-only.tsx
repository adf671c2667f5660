import { useId } from "react";
import { Switch } from "@/components/fields/switch";

/** Campaigns in which nothing happened are left out; rows by other things never have any such. */
export function ActivityOnly({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  const id = useId();
  return (
    <span className="flex items-center gap-2 text-muted text-xs">
      <Switch id={id} checked={value} onCheckedChange={onChange} />
      <label htmlFor={id}>Only with activity</label>
    </span>
  );
}
