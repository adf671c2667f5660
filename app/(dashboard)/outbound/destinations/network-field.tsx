import { useState } from "react";
import { useWatch } from "react-hook-form";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { NetworkDialog } from "@/app/(dashboard)/shell/facts/network-dialog";
import { useLacking } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { SelectField } from "@/components/fields/fields";
import type { DestinationForm } from "./destination-form";

const name = "settings.network";

type NetworkFieldProps = { form: DestinationForm; label: string; hint: string | null };

/** One of the project's own networks. A stored network that was removed remains selectable. */
export function NetworkField({ form, label, hint }: NetworkFieldProps) {
  const { data } = useGet(at("/projects/:project/ad-networks", { project: useProject().id }));
  const reason = useLacking("networks.write");
  const [isAdding, setAdding] = useState(false);
  const chosen = useWatch({ control: form.control, name });
  const custom = (data?.networks ?? []).filter((network) => network.is_custom);
  const options = custom.map(({ code, name: shown }) => ({ value: code, label: shown }));
  const isListed = options.some(({ value }) => value === chosen);
  const listed = typeof chosen === "string" && chosen !== "" && !isListed;
  const all = listed ? [{ value: chosen, label: chosen }, ...options] : options;
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
                Add a network
              </button>
            )}
          </>
        }
        disabled={all.length === 0}
        options={all}
      />
      <NetworkDialog
        network={isAdding ? "new" : null}
        onClose={() => setAdding(false)}
        onAdded={(network) => form.setValue(name, network.code, { shouldDirty: true, shouldValidate: true })}
      />
    </>
  );
}
