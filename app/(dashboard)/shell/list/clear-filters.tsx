import { X } from "lucide-react";
import { Button } from "@/components/ui/button";

/** At the end of the filters above a list, once one of them is set. */
export function ClearFilters({ shown, onClear }: { shown: boolean; onClear: () => void }) {
  if (!shown) return null;
  return (
    <Button variant="ghost" size="sm" onClick={onClear}>
      <X className="size-3.5" />
      Clear
    </Button>
  );
}
