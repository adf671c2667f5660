"use client";

import { Input } from "@/components/ui/input";

type DayRangeProps = {
  from: string;
  to: string;
  /** The time zone by which these are days. */
  timeZone: string;
  onChange: (patch: { from?: string; to?: string }) => void;
};

/** From one day to another, both included. */
export function DayRange({ from, to, timeZone, onChange }: DayRangeProps) {
  return (
    <div
      className="flex items-center gap-1.5 text-faint text-xs max-sm:w-full max-sm:*:min-w-0 max-sm:*:flex-1"
      title={`Days in ${timeZone}`}
    >
      <Input
        type="date"
        aria-label="From day"
        value={from}
        max={to || undefined}
        onChange={(event) => onChange({ from: event.target.value })}
        className="num h-7 w-32 px-2 text-xs max-sm:h-8"
      />
      <span className="max-sm:flex-none!">to</span>
      <Input
        type="date"
        aria-label="To day"
        value={to}
        min={from || undefined}
        onChange={(event) => onChange({ to: event.target.value })}
        className="num h-7 w-32 px-2 text-xs max-sm:h-8"
      />
    </div>
  );
}
