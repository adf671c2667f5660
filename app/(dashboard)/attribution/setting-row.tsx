import { RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Field } from "@/components/fields/field";
import { InputGroup } from "@/components/fields/input";
import { Switch } from "@/components/fields/switch";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import type { RulesDraft, RulesEdit } from "./draft";

/** Marks a value that differs from the default. */
export const ChangedDot = () => (
  <span className="inline-flex">
    <span aria-hidden="true" className="size-1.5 rounded-full bg-accent" />
    <span className="sr-only">{t("Changed:")}</span>
  </span>
);

type SettingRowProps = {
  label: string;
  hint?: ReactNode;
  /** The value differs from the default. */
  isChanged: boolean;
  disabled: boolean;
  onReset: () => void;
  children: ReactNode;
};

/** A setting in one line: its name, its value, and a button that restores the default. */
export function SettingRow({ label, hint, isChanged, disabled, onReset, children }: SettingRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <p className="flex items-center gap-2 font-medium text-sm">
          {isChanged ? <ChangedDot /> : null}
          {label}
        </p>
        {hint ? <p className="max-w-prose text-muted text-xs">{hint}</p> : null}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {children}
        {isChanged && !disabled ? (
          <Button variant="ghost" size="sm" aria-label={t("Reset {label}", { label })} onClick={onReset}>
            <RotateCcw />
            {t("Reset")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

type NumberRowProps = {
  label: string;
  hint?: ReactNode;
  unit: string;
  usual: number;
  value: number | undefined;
  /** The row has a value of its own even if it equals the default: an exception from another setting. */
  isException?: boolean;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: number | undefined) => void;
};

/** "1 day", "7 days", "30 %", "50 of 100". */
const amountText = (value: number, unit: string) => {
  if (unit === "%") return `${value} %`;
  if (unit === "days") return t("{value, plural, one {# day} other {# days}}", { value });
  if (unit === "hours") return t("{value, plural, one {# hour} other {# hours}}", { value });
  return `${value} ${value === 1 ? unit.replace(/s$/, "") : unit}`;
};

/** A number reads as text until it is edited. */
export function NumberRow({
  label,
  hint,
  unit,
  usual: defaultValue,
  value,
  isException = false,
  error,
  disabled,
  onChange,
}: NumberRowProps) {
  // "done" returns the focus to the button that opened the field.
  const [mode, setMode] = useState<"text" | "editing" | "done">("text");
  const [isEmptied, setEmptied] = useState(false);
  const isChanged = isException || (value !== undefined && value !== defaultValue);
  const shown = value ?? defaultValue;
  const isInvalid = error !== undefined || Number.isNaN(shown);
  const finish = () => {
    setMode("done");
    setEmptied(false);
  };
  return (
    <SettingRow
      label={label}
      hint={hint}
      isChanged={isChanged}
      disabled={disabled}
      onReset={() => {
        finish();
        onChange(undefined);
      }}
    >
      {!disabled && (mode === "editing" || isInvalid) ? (
        <>
          <Field label={<span className="sr-only">{label}</span>} error={error} className="w-40 gap-1">
            {(control) => (
              <InputGroup
                {...control}
                autoFocus={mode === "editing"}
                type="number"
                inputMode="decimal"
                step="any"
                value={isEmptied || Number.isNaN(shown) ? "" : shown}
                after={unit}
                onChange={({ target }) => {
                  const isEmpty = target.value === "";
                  setMode("editing");
                  setEmptied(isEmpty);
                  // An empty setting is the default, but an exception needs a number.
                  onChange(isEmpty ? (isException ? Number.NaN : undefined) : Number(target.value));
                }}
                onKeyDown={(event) => event.key === "Enter" && finish()}
              />
            )}
          </Field>
          <Button size="sm" aria-label={t("Done: {label}", { label })} onClick={finish}>
            {t("Done")}
          </Button>
        </>
      ) : (
        <>
          <span className="num text-sm">
            {amountText(shown, unit)}
            {isChanged ? null : <span className="text-muted"> {t("· Default")}</span>}
          </span>
          {disabled ? null : (
            <Button
              size="sm"
              aria-label={t("Edit {label}", { label })}
              autoFocus={mode === "done"}
              onClick={() => setMode("editing")}
            >
              {t("Edit")}
            </Button>
          )}
        </>
      )}
    </SettingRow>
  );
}

/** The settings whose value is one number, or on or off. */
type NameOf<Value> = {
  [Name in keyof RulesDraft]-?: RulesDraft[Name] extends Value | undefined ? Name : never;
}[keyof RulesDraft];

type RuleRowProps = { edit: RulesEdit; label: string; hint?: ReactNode };

export const RuleNumber = ({
  edit: { draft, change, errors, disabled },
  name,
  ...row
}: RuleRowProps & { name: NameOf<number>; unit: string; usual: number }) => (
  <NumberRow
    {...row}
    value={draft[name]}
    error={errors[`settings.${name}`]}
    disabled={disabled}
    // A default value is not stored.
    onChange={(value) => change({ [name]: value === row.usual ? undefined : value })}
  />
);

export function RuleSwitch({
  edit: { draft, change, disabled },
  name,
  usual: defaultValue,
  ...row
}: RuleRowProps & { name: NameOf<boolean>; usual: boolean }) {
  const on = draft[name] ?? defaultValue;
  const isChanged = on !== defaultValue;
  return (
    <SettingRow
      {...row}
      isChanged={isChanged}
      disabled={disabled}
      onReset={() => change({ [name]: undefined })}
    >
      <span className="text-sm">
        {on ? t("On") : t("Off")}
        {isChanged ? null : <span className="text-muted"> {t("· Default")}</span>}
      </span>
      <Switch
        aria-label={row.label}
        disabled={disabled}
        checked={on}
        onCheckedChange={(next) => change({ [name]: next === defaultValue ? undefined : next })}
      />
    </SettingRow>
  );
}
