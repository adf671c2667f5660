import { X } from "lucide-react";
import { Button } from "@/components/ui/button";

type ChosenFilterProps = {
  /** What it is one of: "ad set". */
  of: string;
  /** As it is shown: "Ad set 12". Nothing is when nothing is chosen. */
  text: string | undefined;
  onRemove: () => void;
};

/** A filter that other pages lead here by and that has no control of its own: pressing it takes it away. */
export function ChosenFilter({ of, text, onRemove }: ChosenFilterProps) {
  if (!text) return null;
  return (
    <Button size="sm" aria-label={`Of any ${of}, not only ${text}`} onClick={onRemove}>
      <span className="max-w-40 truncate">{text}</span>
      <X className="size-3.5" />
    </Button>
  );
}
