"use client";

import { useCallback } from "react";
import { ClearFilters } from "@/app/(dashboard)/shell/list/clear-filters";
import { cn } from "@/components/cn";
import { SearchBox } from "@/components/fields/search-box";
import { liveKinds } from "@/lib/activity/live/schema";
import { t } from "@/lib/base/languages/texts";
import { hasLiveFilters, type LiveFilterState, noLiveFilters } from "./address";
import { liveKindDisplay } from "./labels";

type LiveFiltersProps = {
  filters: LiveFilterState;
  seesRefused: boolean;
  onChange: (patch: Partial<LiveFilterState>) => void;
};

/** Each kind can be switched on; none means all. */
export function LiveFilters({ filters, seesRefused, onChange }: LiveFiltersProps) {
  const install = useCallback((text: string) => onChange({ install: text }), [onChange]);
  const user = useCallback((text: string) => onChange({ user: text }), [onChange]);
  const kinds = liveKinds.filter((kind) => kind !== "rejection" || seesRefused);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <fieldset className="flex min-w-0 flex-wrap gap-1.5">
        <legend className="sr-only">{t("Types")}</legend>
        {kinds.map((kind) => {
          const { icon: Icon, plural } = liveKindDisplay[kind];
          const on = filters.kinds.includes(kind);
          return (
            <button
              key={kind}
              type="button"
              aria-pressed={on}
              onClick={() =>
                onChange({
                  kinds: on ? filters.kinds.filter((each) => each !== kind) : [...filters.kinds, kind],
                })
              }
              className={cn(
                "inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 font-medium text-xs transition-colors",
                on
                  ? "border-transparent bg-accent-soft text-accent-strong"
                  : "bg-raised text-muted hover:text-ink",
              )}
            >
              <Icon className="size-3.5" aria-hidden="true" />
              {plural}
            </button>
          );
        })}
      </fieldset>
      <SearchBox
        value={filters.install}
        onValueChange={install}
        label={t("Install or device ID")}
        className="h-8 w-full sm:w-44"
      />
      <SearchBox
        value={filters.user}
        onValueChange={user}
        label={t("User ID")}
        className="h-8 w-full sm:w-36"
      />
      <ClearFilters shown={hasLiveFilters(filters)} onClear={() => onChange(noLiveFilters)} />
    </div>
  );
}
