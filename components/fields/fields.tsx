"use client";

import type { ComponentProps, ReactNode } from "react";
import type { ControllerRenderProps, FieldPath, FieldPathValue, FieldValues } from "react-hook-form";
import { Checkbox } from "./checkbox";
import { Combobox } from "./combobox";
import { CurrencySelect } from "./currency-select";
import type { FieldControl } from "./field";
import { FormField, type FormOf } from "./form";
import { Input, InputGroup } from "./input";
import { MultiCombobox } from "./multi-combobox";
import { PasswordInput } from "./password-input";
import { Select } from "./select";
import { Switch } from "./switch";
import { Textarea } from "./textarea";
import { UrlInput, uncorrectedInput } from "./url-input";

/** A field has a label, a hint and the name of its value. All other props belong to the control. */
type Bound<Values extends FieldValues, Name extends FieldPath<Values>> = {
  // biome-ignore lint/suspicious/noExplicitAny: what the form makes of its input does not matter to a field
  form: FormOf<Values, any>;
  name: Name;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  optional?: boolean;
};
type Own =
  | keyof Bound<FieldValues, string>
  | "id"
  | "value"
  | "onChange"
  | "onValueChange"
  | "values"
  | "onValuesChange"
  | "onBlur"
  | "ref";

export function bound<Props extends object>(
  draw: (control: FieldControl & ControllerRenderProps, props: Omit<Props, Own>) => ReactNode,
  inline = false,
) {
  return function BoundField<Values extends FieldValues, Name extends FieldPath<Values>>({
    form,
    name,
    label,
    hint,
    required = false,
    optional = false,
    ...props
  }: Bound<Values, Name> & Omit<Props, Own>) {
    return (
      <FormField {...{ form, name, label, hint, required, optional, inline }}>
        {(control) => draw(control as never, props as never)}
      </FormField>
    );
  };
}

export const TextField = bound<ComponentProps<typeof Input>>(({ value, ...control }, props) => (
  <Input autoComplete="off" {...control} value={value ?? ""} {...props} />
));

export const EmailField = bound<ComponentProps<typeof Input>>(({ value, ...control }, props) => (
  <Input type="email" inputMode="email" autoComplete="off" {...control} value={value ?? ""} {...props} />
));

export const UrlField = bound<ComponentProps<typeof UrlInput>>(({ value, ...control }, props) => (
  <UrlInput {...control} value={value ?? ""} {...props} />
));

/** For names in programs, in a monospaced font. */
export const IdField = bound<ComponentProps<typeof Input>>(({ value, ...control }, props) => (
  <Input className="font-mono" {...uncorrectedInput} {...control} value={value ?? ""} {...props} />
));

/** The same with several lines, for keys and files. */
export const CodeField = bound<ComponentProps<typeof Textarea>>(({ value, ...control }, props) => (
  <Textarea className="font-mono text-xs" {...uncorrectedInput} {...control} value={value ?? ""} {...props} />
));

export const PasswordField = bound<ComponentProps<typeof PasswordInput>>((control, props) => (
  <PasswordInput {...control} {...props} />
));

export const TextareaField = bound<ComponentProps<typeof Textarea>>(({ value, ...control }, props) => (
  <Textarea {...control} value={value ?? ""} {...props} />
));

export const CurrencyField = bound<ComponentProps<typeof CurrencySelect>>(
  ({ value, onChange, ...control }, props) => (
    <CurrencySelect {...control} value={value ?? undefined} onValueChange={onChange} {...props} />
  ),
);

export const ComboboxField = bound<ComponentProps<typeof Combobox>>(
  ({ value, onChange, ...control }, props) => (
    <Combobox {...control} {...props} value={value ?? undefined} onValueChange={onChange} />
  ),
);

/** Chooses several texts. */
export const MultiComboboxField = bound<ComponentProps<typeof MultiCombobox>>(
  ({ value, onChange, name: _, ...control }, props) => (
    <MultiCombobox {...control} {...props} values={value ?? []} onValuesChange={onChange} />
  ),
);

/** The same for numbers, such as the IDs of campaigns. */
export const MultiNumberField = bound<ComponentProps<typeof MultiCombobox>>(
  ({ value, onChange, name: _, ...control }, props) => (
    <MultiCombobox
      {...control}
      {...props}
      values={(value ?? []).map(String)}
      onValuesChange={(chosen) => onChange(chosen.map(Number))}
    />
  ),
);

/** An empty field has the value undefined. */
export const NumberField = bound<ComponentProps<typeof InputGroup>>(
  ({ value, onChange, ...control }, props) => (
    <InputGroup
      type="number"
      inputMode="numeric"
      {...control}
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
      {...props}
    />
  ),
);

/** Without a name, because the box would add its own value to the form. */
export const CheckboxField = bound<ComponentProps<typeof Checkbox>>(
  ({ value, onChange, name: _, ...control }, props) => (
    <Checkbox
      {...control}
      checked={value ?? false}
      onCheckedChange={(on) => onChange(on === true)}
      {...props}
    />
  ),
  true,
);

/** Without a name, because the switch would add a checkbox of its own to the form. */
export const SwitchField = bound<ComponentProps<typeof Switch>>(
  ({ value, onChange, name: _, ...control }, props) => (
    <Switch {...control} checked={value ?? false} onCheckedChange={onChange} {...props} />
  ),
  true,
);

type SelectFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = Bound<Values, Name> & {
  /** Values may also be numbers or null. */
  options: readonly {
    value: NonNullable<FieldPathValue<Values, Name>> | null;
    label: ReactNode;
    hint?: ReactNode;
  }[];
  disabled?: boolean;
  /** Called after another value was chosen. */
  onChosen?: () => void;
};

export function SelectField<Values extends FieldValues, Name extends FieldPath<Values>>({
  options,
  disabled = false,
  onChosen,
  ...props
}: SelectFieldProps<Values, Name>) {
  return (
    <FormField {...props}>
      {({ value, onChange, ...control }) => (
        <Select
          {...control}
          disabled={disabled}
          value={String(value ?? null)}
          options={options.map((option) => ({ ...option, value: String(option.value) }))}
          onValueChange={(next) => {
            onChange(options.find((option) => String(option.value) === next)?.value);
            onChosen?.();
          }}
        />
      )}
    </FormField>
  );
}
