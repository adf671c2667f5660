"use client";

import { CalendarDays, Check, ChevronDown } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/cn";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { daysBetween } from "@/lib/base/days";
import { windowText } from "./figure-format";
import { type DayWindow, longestWindow, presetNames, presets, type WindowState } from "./window";

type WindowPickerProps = {
  state: WindowState;
  window: DayWindow;
  /** The day it is there, and where that is. */
  today: string;
  timeZone: string;
  onChange: (state: WindowState) => void;
};

/** The days of a page are a window with a name, or any two days. */
export function WindowPicker({ state, window, today, timeZone, onChange }: WindowPickerProps) {
  const [open, setOpen] = useState(false);
  const choose = (next: WindowState) => {
    onChange(next);
    setOpen(false);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button aria-label={`Days: ${presetNames[state.range]}, ${windowText(window)}`}>
          <CalendarDays className="text-faint" />
          {state.range === "custom" ? windowText(window) : presetNames[state.range]}
          <ChevronDown className="size-3.5! text-faint" />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Days" className="grid w-64 gap-3">
        <ul className="grid gap-px">
          {presets
            .filter((preset) => preset !== "custom")
            .map((preset) => (
              <li key={preset}>
                <button
                  type="button"
                  aria-pressed={state.range === preset}
                  onClick={() => choose({ range: preset, from: "", to: "" })}
                  className="flex h-8 w-full items-center justify-between rounded-md px-2 text-left text-sm hover:bg-hover"
                >
                  {presetNames[preset]}
                  <Check
                    aria-hidden="true"
                    className={cn("size-3.5 text-accent", state.range !== preset && "invisible")}
                  />
                </button>
              </li>
            ))}
        </ul>
        <CustomWindow
          key={`${open} ${window.from} ${window.to}`}
          window={window}
          today={today}
          onChoose={({ from, to }) => choose({ range: "custom", from, to })}
        />
        <p className="border-t pt-2.5 text-faint text-xs">Days begin and end at midnight in {timeZone}.</p>
      </PopoverContent>
    </Popover>
  );
}

function CustomWindow({
  window,
  today,
  onChoose,
}: {
  window: DayWindow;
  today: string;
  onChoose: (window: DayWindow) => void;
}) {
  const [from, setFrom] = useState(window.from);
  const [to, setTo] = useState(window.to);
  const problem =
    from === "" || to === ""
      ? "Enter both dates."
      : from > to
        ? "The start date is after the end date."
        : daysBetween(from, to) > longestWindow
          ? `At most ${longestWindow} days.`
          : null;
  return (
    <form
      className="grid gap-2.5 border-t pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!problem) onChoose({ from, to });
      }}
    >
      <Field label="First day">
        {(control) => (
          <Input
            {...control}
            type="date"
            max={today}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        )}
      </Field>
      <Field label="Last day" error={problem ?? undefined}>
        {(control) => (
          <Input
            {...control}
            type="date"
            max={today}
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={problem !== null}>
        Apply
      </Button>
    </form>
  );
}
