import { X } from "lucide-react";
import {
  type FocusName,
  type FocusState,
  focusLabels,
  focusNames,
  focusText,
  isFocused,
  noFocus,
} from "@/app/(dashboard)/shell/figures/focus";
import { ClearFilters } from "@/app/(dashboard)/shell/list/clear-filters";
import { t } from "@/lib/base/languages/texts";
import type { FocusShown } from "@/lib/reporting/overview/focus-schema";

type FocusChipsProps = {
  state: FocusState;
  known: FocusShown | undefined;
  onChange: (patch: Partial<FocusState>) => void;
};

/** The page's filters, each with a button to remove it. */
export function FocusChips({ state, known, onChange }: FocusChipsProps) {
  if (!isFocused(state)) return null;
  const set = focusNames.filter((name): name is FocusName => state[name] !== "");
  return (
    <section aria-label={t("Filters")} className="flex flex-wrap items-center gap-2">
      {set.map((name) => (
        <span
          key={name}
          className="flex h-7 items-stretch rounded-md border border-line-strong bg-raised text-xs shadow-xs"
        >
          <span className="flex items-center gap-1 pe-1 ps-2.5">
            <span className="text-muted">{focusLabels[name]}:</span>
            <span className="max-w-60 truncate font-medium">{focusText(name, state[name], known)}</span>
          </span>
          <button
            type="button"
            aria-label={t("Remove the filter {focusLabel}", { focusLabel: focusLabels[name] })}
            onClick={() => onChange({ [name]: "" })}
            className="grid w-6.5 place-items-center rounded-e-md text-faint hover:bg-sunken hover:text-ink"
          >
            <X className="size-3.5" aria-hidden="true" />
          </button>
        </span>
      ))}
      <ClearFilters shown={set.length > 1} onClear={() => onChange(noFocus)} />
    </section>
  );
}
