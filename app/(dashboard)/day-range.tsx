"use client";

import { Input } from "@/components/ui/input";

type DayRangeProps = {
  from: string;
  to: string;
  /** Whose days these are. */
  timeZone: string;
  onChange: (patch: { from?: string; to?: string }) => void;
};

/** From one day to another, both included. */
export function DayRange({ from, to, timeZone, onChange }: DayRangeProps) {
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-faint text-xs" title={`Days in ${timeZone}`}>
      <Input
        type="date"
        aria-label="From day"
        value={from}
        max={to || undefined}
        onChange={(event) => onChange({ from: event.target.value })}
        className="num h-7 w-32 px-2 text-xs max-sm:w-37"
      />
      <span className="flex items-center gap-1.5">
        to
        <Input
          type="date"
          aria-label="To day"
          value={to}
          min={from || undefined}
          onChange={(event) => onChange({ to: event.target.value })}
          className="num h-7 w-32 px-2 text-xs max-sm:w-37"
        />
      </span>
    </div>
  );
}
