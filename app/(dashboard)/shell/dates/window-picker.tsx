"use client";

import { CalendarDays, ChevronDown } from "lucide-react";
import { useState } from "react";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Field } from "@/components/fields/field";
import { Input } from "@/components/fields/input";
import { weekDayText, windowText } from "@/components/format";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { dayCount, weekDays } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import {
  type DayWindow,
  dayWindow,
  maxWindowDays,
  namedPresets,
  presetNames,
  type WindowPreset,
  type WindowState,
} from "./window";

type WindowPickerProps = {
  state: WindowState;
  /** Null for all time. */
  window: DayWindow | null;
  /** Today's date in the given time zone. */
  today: string;
  timeZone: string;
  /** Offers all time as a range. */
  allTime?: boolean;
  onChange: (state: WindowState) => void;
};

/** The date range of a page: a preset, or any two days. */
export function WindowPicker({ state, window, today, timeZone, allTime, onChange }: WindowPickerProps) {
  const [open, setOpen] = useState(false);
  const name = presetNames[state.range];
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button aria-label={t("Days: {name}", { name: window ? `${name}, ${windowText(window)}` : name })}>
          <CalendarDays className="text-faint" />
          {state.range === "custom" && window ? windowText(window) : name}
          <ChevronDown className="size-3.5! text-faint" />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("Days")} className="w-76">
        <DaysPanel
          range={state.range}
          window={window ?? { from: "", to: "" }}
          today={today}
          timeZone={timeZone}
          {...(allTime ? { allTime } : {})}
          longest={maxWindowDays}
          onChange={(next) => {
            onChange(next);
            setOpen(false);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

type DaysPanelProps = {
  /** Undefined if only the days are known. The preset with the same days is then marked. */
  range?: WindowPreset | undefined;
  /** An end is empty if the range is open there. */
  window: DayWindow;
  today: string;
  timeZone: string;
  allTime?: boolean;
  /** One of the two days may be empty. */
  openEnded?: boolean;
  longest?: number;
  onChange: (state: WindowState) => void;
};

/** The panel of every date picker: presets, and any two days. */
export function DaysPanel(props: DaysPanelProps) {
  const { range, window, today, timeZone, allTime = false, onChange } = props;
  const { week_starts_on: weekStart } = useProject();
  const isChosen = (preset: WindowPreset) => {
    if (range !== undefined) return range === preset;
    const days = dayWindow({ range: preset, from: "", to: "" }, today, weekStart);
    return days.from === window.from && days.to === window.to;
  };
  return (
    <div className="grid gap-3">
      <ul className="grid grid-cols-2 gap-1" aria-label={t("Presets")}>
        {[...namedPresets, ...(allTime ? (["all"] as const) : [])].map((preset) => (
          <li key={preset}>
            <Button
              size="sm"
              variant="ghost"
              aria-pressed={isChosen(preset)}
              className="w-full justify-start px-2 aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
              onClick={() => onChange({ range: preset, from: "", to: "" })}
            >
              {presetNames[preset]}
            </Button>
          </li>
        ))}
      </ul>
      <CustomDays key={`${window.from} ${window.to}`} {...props} />
      <p className="border-t pt-2.5 text-faint text-xs">
        {t("Weeks start on {weekDay}, days at midnight in {timeZone}.", {
          weekDay: weekDayText(weekDays[weekStart]),
          timeZone: timeZone.replaceAll("_", " "),
        })}
      </p>
    </div>
  );
}

function problemOf(from: string, to: string, { openEnded, longest }: DaysPanelProps): string | null {
  if (openEnded && from === "" && to === "") return t("Enter a date.");
  if (!openEnded && (from === "" || to === "")) return t("Enter both dates.");
  if (from !== "" && to !== "" && from > to) return t("The start date is after the end date.");
  if (longest !== undefined && dayCount(from, to) > longest) return t("At most {longest} days.", { longest });
  return null;
}

function CustomDays(props: DaysPanelProps) {
  const { window, onChange } = props;
  const [from, setFrom] = useState(window.from);
  const [to, setTo] = useState(window.to);
  // An empty field is not an error yet.
  const [isTouched, setTouched] = useState(false);
  const problem = problemOf(from, to, props);
  return (
    <form
      className="grid grid-cols-2 gap-2.5 border-t pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem) setTouched(true);
        else onChange({ range: "custom", from, to });
      }}
    >
      <Field label={t("First day")}>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={from}
            onChange={(event) => {
              setFrom(event.target.value);
              setTouched(true);
            }}
          />
        )}
      </Field>
      <Field label={t("Last day")}>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={to}
            aria-invalid={isTouched && problem ? true : undefined}
            onChange={(event) => {
              setTo(event.target.value);
              setTouched(true);
            }}
          />
        )}
      </Field>
      {isTouched && problem ? (
        <p role="alert" className="col-span-2 text-danger text-xs">
          {problem}
        </p>
      ) : null}
      <Button type="submit" variant="primary" className="col-span-2">
        {t("Apply")}
      </Button>
    </form>
  );
}
