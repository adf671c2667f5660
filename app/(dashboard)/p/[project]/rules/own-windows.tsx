import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Input, InputGroup } from "@/components/ui/input";
import type { Days } from "./draft";

type Choice = { value: string; label: string; usual: number };

/** Exceptions from the click window, one a line. */
export function OwnWindows({
  title,
  noun,
  note,
  choices,
  days,
  error,
  disabled,
  onChange,
}: {
  title: string;
  noun: string;
  /** What holds for those that are not named. */
  note?: string;
  choices: Choice[];
  days: Days;
  error: (key: string) => string | undefined;
  disabled: boolean;
  onChange: (days: Days) => void;
}) {
  const own = Object.keys(days);
  const free = choices.filter(({ value }) => !own.includes(value));
  const nameOf = (key: string) => choices.find(({ value }) => value === key)?.label ?? `${noun} ${key}`;
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2.5">
      <legend className="mb-2 font-medium text-sm">{title}</legend>
      {note ? <p className="-mt-2 text-muted text-xs">{note}</p> : null}
      {own.map((key) => (
        <div key={key} className="grid gap-1">
          <div className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate text-sm sm:max-w-64" title={nameOf(key)}>
              {nameOf(key)}
            </span>
            <InputGroup
              type="number"
              inputMode="decimal"
              step="any"
              className="w-32 shrink-0"
              aria-label={`Click window of ${nameOf(key)}`}
              aria-invalid={error(key) ? true : undefined}
              value={Number.isNaN(days[key]) ? "" : days[key]}
              after="days"
              disabled={disabled}
              onChange={(event) =>
                onChange({
                  ...days,
                  [key]: event.target.value === "" ? Number.NaN : Number(event.target.value),
                })
              }
            />
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`${nameOf(key)}: the usual window`}
              disabled={disabled}
              onClick={() =>
                onChange(Object.fromEntries(Object.entries(days).filter(([name]) => name !== key)))
              }
            >
              <X />
            </Button>
          </div>
          {error(key) ? <p className="text-danger text-xs">{error(key)}</p> : null}
        </div>
      ))}
      {disabled ? (
        own.length === 0 ? (
          <p className="text-muted text-sm">None.</p>
        ) : null
      ) : (
        <div className="max-w-64">
          {free.length === 0 ? (
            <Input disabled value={`Every ${noun} has one`} aria-label={`Add a ${noun}`} readOnly />
          ) : (
            <Combobox
              aria-label={`Add a ${noun}`}
              placeholder={`Add a ${noun}…`}
              searchPlaceholder={`Search ${noun}s`}
              value={undefined}
              options={free.map(({ value, label, usual }) => ({ value, label, hint: `${usual} days` }))}
              onValueChange={(value) =>
                onChange({ ...days, [value]: free.find((choice) => choice.value === value)?.usual ?? 7 })
              }
            />
          )}
        </div>
      )}
    </fieldset>
  );
}
