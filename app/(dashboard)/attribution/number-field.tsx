import { useState } from "react";
import { Field } from "@/components/fields/field";
import { InputGroup } from "@/components/fields/input";
import type { Edit, RulesDraft } from "./draft";

/** A number with its unit: a custom value or the default. An empty field means the default. */
export function RuleNumberField({
  label,
  unit,
  usual: defaultValue,
  value,
  error,
  hint,
  className,
  onChange,
}: {
  label: string;
  unit: string;
  usual?: number;
  value: number | undefined;
  error?: string | undefined;
  hint?: string;
  className?: string;
  onChange: (value: number | undefined) => void;
}) {
  const [isEmptied, setEmptied] = useState(false);
  return (
    <Field label={label} error={error} hint={hint} className={className ?? ""}>
      {(control) => (
        <InputGroup
          {...control}
          type="number"
          inputMode="decimal"
          step="any"
          value={value ?? (isEmptied ? "" : (defaultValue ?? ""))}
          after={unit}
          onChange={({ target }) => {
            setEmptied(target.value === "");
            onChange(target.value === "" ? undefined : Number(target.value));
          }}
          onBlur={() => setEmptied(false)}
        />
      )}
    </Field>
  );
}

/** The settings whose value is one number. */
type NumberName = {
  [Name in keyof RulesDraft]-?: RulesDraft[Name] extends number | undefined ? Name : never;
}[keyof RulesDraft];

type RuleNumberProps = {
  edit: Edit;
  name: NumberName;
  label: string;
  unit: string;
  usual: number;
  hint?: string;
};

export const RuleNumber = ({ edit: { draft, change, errors }, name, ...field }: RuleNumberProps) => (
  <RuleNumberField
    {...field}
    value={draft[name]}
    error={errors[`settings.${name}`]}
    onChange={(value) => change({ [name]: value })}
  />
);
