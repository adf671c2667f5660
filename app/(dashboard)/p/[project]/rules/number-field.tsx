import { Field } from "@/components/ui/field";
import { InputGroup } from "@/components/ui/input";
import type { Draft, Edit } from "./draft";

/** A number with its unit. Emptied, it is the usual one, which stands in its place. */
export function NumberField({
  label,
  unit,
  usual,
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
  return (
    <Field label={label} error={error} hint={hint} className={className ?? ""}>
      {(control) => (
        <InputGroup
          {...control}
          type="number"
          inputMode="decimal"
          step="any"
          value={value ?? ""}
          placeholder={usual === undefined ? undefined : String(usual)}
          after={unit}
          onChange={(event) => onChange(event.target.value === "" ? undefined : Number(event.target.value))}
        />
      )}
    </Field>
  );
}

/** The settings that are one number. */
type NumberName = {
  [Name in keyof Draft]-?: Draft[Name] extends number | undefined ? Name : never;
}[keyof Draft];

type RuleNumberProps = {
  edit: Edit;
  name: NumberName;
  label: string;
  unit: string;
  usual: number;
  hint?: string;
};

export const RuleNumber = ({ edit: { draft, change, errors }, name, ...field }: RuleNumberProps) => (
  <NumberField
    {...field}
    value={draft[name]}
    error={errors[`settings.${name}`]}
    onChange={(value) => change({ [name]: value })}
  />
);
