import { type ReactNode, useState } from "react";
import { type Path, useWatch } from "react-hook-form";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { SelectField } from "@/components/fields/fields";
import type { MemberAction } from "@/lib/accounts/access/roles";
import type { DestinationForm, DestinationFormInput } from "./destination-form";

type Dialog = { open: boolean; onOpenChange: (open: boolean) => void; onAdded: (value: string) => void };

type ChooseOrAddFieldProps = {
  form: DestinationForm;
  name: Path<DestinationFormInput>;
  label: string;
  hint: string | null;
  options: { value: string; label: string }[];
  /** Adding one, for members whose role allows it. */
  add: { label: string; action: MemberAction; dialog: (dialog: Dialog) => ReactNode };
};

/** A field for one thing of the project, which can be added from here. A stored one that was deleted remains selectable. */
export function ChooseOrAddField({ form, name, label, hint, options, add }: ChooseOrAddFieldProps) {
  const reason = useMissingRoleText(add.action);
  const [open, onOpenChange] = useState(false);
  const chosen = useWatch({ control: form.control, name });
  const isDeleted =
    typeof chosen === "string" && chosen !== "" && !options.some(({ value }) => value === chosen);
  const all = isDeleted ? [{ value: chosen, label: chosen }, ...options] : options;
  return (
    <>
      <SelectField
        form={form}
        name={name}
        label={label}
        hint={
          <>
            {hint}{" "}
            {reason ? null : (
              <button type="button" className="rounded-sm underline" onClick={() => onOpenChange(true)}>
                {add.label}
              </button>
            )}
          </>
        }
        disabled={all.length === 0}
        options={all}
      />
      {add.dialog({
        open,
        onOpenChange,
        onAdded: (value) => form.setValue(name, value, { shouldDirty: true, shouldValidate: true }),
      })}
    </>
  );
}
