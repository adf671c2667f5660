import { useState } from "react";
import { useWatch } from "react-hook-form";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { AddAffiliate } from "@/app/(dashboard)/shell/facts/add-affiliate";
import { useLacking } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { SelectField } from "@/components/fields/fields";
import type { DestinationForm } from "./destination-form";

const name = "settings.affiliate";

type AffiliateFieldProps = { form: DestinationForm; label: string; hint: string | null };

/** One of the project's affiliates, by name. A stored affiliate that was deleted remains selectable. */
export function AffiliateField({ form, label, hint }: AffiliateFieldProps) {
  const { data } = useGet(at("/projects/:project/affiliates", { project: useProject().id }));
  const reason = useLacking("affiliates.write");
  const [isAdding, setAdding] = useState(false);
  const chosen = useWatch({ control: form.control, name });
  const names = (data?.affiliates ?? []).map((affiliate) => affiliate.name);
  const listed = typeof chosen === "string" && chosen !== "" && !names.includes(chosen) ? [chosen] : [];
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
              <button type="button" className="rounded-sm underline" onClick={() => setAdding(true)}>
                Add an affiliate
              </button>
            )}
          </>
        }
        disabled={names.length + listed.length === 0}
        options={[...listed, ...names].map((value) => ({ value, label: value }))}
      />
      <AddAffiliate
        open={isAdding}
        onOpenChange={setAdding}
        onAdded={(affiliate) =>
          form.setValue(name, affiliate.name, { shouldDirty: true, shouldValidate: true })
        }
      />
    </>
  );
}
