import type { FieldPath, FieldValues } from "react-hook-form";
import { FormField, type FormOf } from "@/components/fields/form";
import { InputGroup } from "@/components/fields/input";
import { Select } from "@/components/fields/select";
import { t } from "@/lib/base/languages/texts";

type DefaultOrCustomProps<Values extends FieldValues> = {
  form: FormOf<Values>;
  name: FieldPath<Values>;
  title: string;
  /** Read out only: the control has no visible label next to its title. */
  labels: { kind: string; count: string };
  meaning: string;
  note?: string | undefined;
  /** The labels of the choices: null is the default, a number is custom, and `unlimited` is neither. */
  usual: string;
  own: string;
  unlimited: { value: string; label: string } | null;
  unit: string;
  start: number;
};

/** A row for a setting with a default value, a custom number, or no limit. */
export function DefaultOrCustom<Values extends FieldValues>({
  form,
  name,
  title,
  labels,
  meaning,
  note,
  usual: defaultValue,
  own,
  unlimited,
  unit,
  start,
}: DefaultOrCustomProps<Values>) {
  const choices = [
    { value: "usual", label: t("Default: {defaultValue}", { defaultValue }), setting: null },
    { value: "own", label: own, setting: start },
    ...(unlimited ? [{ ...unlimited, setting: unlimited.value }] : []),
  ];
  return (
    <li className="grid items-start gap-x-8 gap-y-3 px-5 py-4 md:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid gap-0.5">
        <h2 className="font-medium text-sm">{title}</h2>
        <p className="text-muted text-sm">{meaning}</p>
        {note ? <p className="text-muted text-sm">{note}</p> : null}
      </div>
      <FormField form={form} name={name} label={<span className="sr-only">{labels.kind}</span>}>
        {({ value, onChange, ref, ...control }) => (
          <div className="flex gap-2">
            <Select
              {...control}
              className="w-44 max-sm:flex-1"
              value={typeof value === "number" ? "own" : (value ?? "usual")}
              options={choices}
              onValueChange={(kind) => onChange(choices.find((choice) => choice.value === kind)?.setting)}
            />
            {typeof value === "number" ? (
              <InputGroup
                ref={ref}
                className="flex-1"
                aria-label={labels.count}
                aria-invalid={control["aria-invalid"]}
                inputMode="numeric"
                value={Number.isNaN(value) ? "" : value}
                after={unit}
                onChange={(event) =>
                  onChange(event.target.value === "" ? Number.NaN : Number(event.target.value))
                }
              />
            ) : null}
          </div>
        )}
      </FormField>
    </li>
  );
}
