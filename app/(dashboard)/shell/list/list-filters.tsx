"use client";

import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { dayWindow } from "@/app/(dashboard)/shell/dates/window";
import { DaysPanel } from "@/app/(dashboard)/shell/dates/window-picker";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { Combobox } from "@/components/fields/combobox";
import { Input } from "@/components/fields/input";
import { Select } from "@/components/fields/select";
import { windowText } from "@/components/format";
import { Button } from "@/components/ui/button";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";

/** Values of a filter, keyed by their names in the address. */
export type FilterTexts = Record<string, string>;
type Choice<Value extends string = string> = { value: Value; label: string };

type Kind = {
  /** The text of its values on a chip; undefined if the filter is not set. */
  useText: (values: FilterTexts, name: string) => string | undefined;
  /** The input of the filter. `roomy` means a form with all filters; otherwise it is alone in a menu. */
  Editor: (props: EditorProps) => ReactNode;
};
type EditorProps = {
  name: string;
  label: string;
  values: FilterTexts;
  onChange: (patch: FilterTexts) => void;
  roomy: boolean;
};

/** A filter of a list. `Value` is the type of its possible values, if they are known. */
export type ListFilterField<Value extends string = string> = Kind & {
  label: string;
  /** Always shown above the list, such as a search box. */
  always?: boolean;
  /** For type checks only. */
  value?: Value;
};

/** The names of a filter in the address. */
export const filterParameters = (name: string): readonly string[] =>
  name === "days" ? ["from", "to"] : [name];

export const clearedFilter = (name: string): FilterTexts =>
  Object.fromEntries(filterParameters(name).map((each) => [each, ""]));

/** A choice of several values. Values that only occur in links are not offered, but have the same labels. */
export const fixedChoiceFilter = <const Value extends string>(
  label: string,
  choices: readonly Choice<Value>[],
): ListFilterField<Value> => choiceFilter(label, () => choices);

/** A choice of values from the server, such as campaigns or event names. */
export function choiceFilter<Value extends string>(
  label: string,
  useChoices: (value: string) => readonly Choice[],
): ListFilterField<Value> {
  return {
    label,
    useText(values, name) {
      const value = values[name] ?? "";
      const found = useChoices(value).find((each) => each.value === value);
      return value === "" ? undefined : (found?.label ?? value);
    },
    Editor({ name, values, onChange, roomy }) {
      const value = values[name] ?? "";
      const choices = useChoices(value);
      return roomy ? (
        <Field
          label={label}
          value={value}
          choices={choices}
          onChange={(next) => onChange({ [name]: next })}
        />
      ) : (
        <ChoiceMenu
          label={label}
          value={value}
          choices={choices}
          onChoose={(next) => onChange({ [name]: next })}
        />
      );
    },
  };
}

const any = "any";
/** Longer lists have a search box. */
const fewChoices = 12;

type FieldProps = {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
};

function Field({ label, value, choices, onChange }: FieldProps) {
  const known = value === "" || choices.some((each) => each.value === value);
  const shared = {
    "aria-label": label,
    value: value || any,
    options: [{ value: any, label: t("Any") }, ...choices, ...(known ? [] : [{ value, label: value }])],
    onValueChange: (next: string) => onChange(next === any ? "" : next),
  };
  return choices.length > fewChoices ? <Combobox {...shared} /> : <Select {...shared} />;
}

type MenuProps = {
  label: string;
  value?: string;
  choices: readonly Choice[];
  onChoose: (value: string) => void;
};

/** Typing filters the list, and the arrow keys choose. */
export function ChoiceMenu({ label, value, choices, onChoose }: MenuProps) {
  return (
    <Command loop defaultValue={value ?? ""}>
      <CommandInput autoFocus placeholder={label} aria-label={label} />
      <CommandList>
        <CommandEmpty>{t("Nothing found.")}</CommandEmpty>
        {choices.map((each) => (
          <CommandItem
            key={each.value}
            value={each.value}
            keywords={[each.label]}
            onSelect={() => onChoose(each.value)}
          >
            <span className="truncate">{each.label}</span>
            <Check
              aria-hidden="true"
              className={cn("ms-auto size-3.5! text-accent", each.value !== value && "invisible")}
            />
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  );
}

type TextOptions = {
  placeholder?: string;
  /** Normalizes typed text that must match a whole value. */
  read?: (text: string) => string;
  show?: (value: string) => string;
};

/** A name or an ID, which must match completely. */
export function textFilter(
  label: string,
  { placeholder = "", read = (typed) => typed, show = (value) => value }: TextOptions = {},
): ListFilterField<never> {
  return {
    label,
    useText: (values, name) => (values[name] ? show(values[name]) : undefined),
    Editor({ name, values, onChange, roomy }) {
      const [typed, setTyped] = useState(values[name] ?? "");
      const done = () => onChange({ [name]: read(typed.trim()) });
      return (
        <form
          className={cn("flex gap-2", !roomy && "p-3")}
          onSubmit={(event) => {
            event.preventDefault();
            done();
          }}
        >
          <Input
            autoFocus={!roomy}
            aria-label={label}
            placeholder={placeholder}
            value={typed}
            maxLength={200}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => roomy && done()}
          />
          {roomy ? null : (
            <Button type="submit" variant="primary" className="h-8.5">
              {t("Apply")}
            </Button>
          )}
        </form>
      );
    },
  };
}

/** A search box that is always shown above the list. */
export const searchFilter = (label: string): ListFilterField<never> => ({
  ...textFilter(label),
  always: true,
});

/** A date range in the project's calendar. */
export const daysFilter = (label = t("Days")): ListFilterField<"days"> => ({
  label,
  useText({ from = "", to = "" }) {
    if (from && to) return from > to ? t("{from} to {to}", { from, to }) : windowText({ from, to });
    if (from) return t("from {window}", { window: windowText({ from, to: from }) });
    return to ? t("until {window}", { window: windowText({ from: to, to }) }) : undefined;
  },
  Editor({ values: { from = "", to = "" }, onChange, roomy }) {
    const { time_zone: timeZone, week_starts_on: weekStart } = useProject();
    const today = dayIn(timeZone, new Date());
    return (
      <div className={cn(!roomy && "w-76 p-3")}>
        <DaysPanel
          window={{ from, to }}
          today={today}
          timeZone={timeZone}
          openEnded
          onChange={(state) =>
            onChange(
              state.range === "custom"
                ? { from: state.from, to: state.to }
                : dayWindow(state, today, weekStart),
            )
          }
        />
      </div>
    );
  },
});
