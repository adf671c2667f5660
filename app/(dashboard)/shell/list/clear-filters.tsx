import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

/** Shown after the filters of a list if at least one is set. */
export function ClearFilters({ shown, onClear }: { shown: boolean; onClear: () => void }) {
  if (!shown) return null;
  return (
    <Button variant="ghost" size="sm" onClick={onClear}>
      <X className="size-3.5" />
      {t("Clear")}
    </Button>
  );
}
