import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { AddAffiliate } from "@/app/(dashboard)/shell/facts/add-affiliate";
import { useProject } from "@/app/(dashboard)/shell/session";
import { t } from "@/lib/base/languages/texts";
import { ChooseOrAddField } from "./choose-or-add-field";
import type { DestinationForm } from "./destination-form";

type AffiliateFieldProps = { form: DestinationForm; label: string; hint: string | null };

/** One of the project's affiliates, by name. */
export function AffiliateField(field: AffiliateFieldProps) {
  const { data } = useGet(at("/projects/:project/affiliates", { project: useProject().id }));
  return (
    <ChooseOrAddField
      {...field}
      name="settings.affiliate"
      options={(data?.affiliates ?? []).map(({ name }) => ({ value: name, label: name }))}
      add={{
        label: t("Add an affiliate"),
        action: "affiliates.write",
        dialog: ({ onAdded, ...dialog }) => (
          <AddAffiliate {...dialog} onAdded={(affiliate) => onAdded(affiliate.name)} />
        ),
      }}
    />
  );
}
