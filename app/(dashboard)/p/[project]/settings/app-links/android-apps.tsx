import { useFieldArray } from "react-hook-form";
import { IdField } from "@/components/fields";
import type { AppLinksForm } from "./app-links-form";
import { AppBox, AppSection } from "./app-section";
import { Fingerprints } from "./fingerprints";
import { OwnFile } from "./own-file";

export function AndroidApps({ form, disabled }: { form: AppLinksForm; disabled: boolean }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "android_apps" });
  return (
    <AppSection
      title="Android"
      description="With Play App Signing the fingerprint is the one of Google's key: Play Console, App integrity, App signing key certificate. Add the one of your own key for builds that you install yourself."
      add="Add an Android app"
      onAdd={() => append({ package_name: "", sha256_cert_fingerprints: [""] })}
      disabled={disabled}
      error={form.formState.errors.android_apps?.message}
    >
      {fields.map((field, index) => (
        <AppBox
          key={field.id}
          label={`Android app ${index + 1}`}
          disabled={disabled}
          onRemove={() => remove(index)}
        >
          <IdField
            form={form}
            name={`android_apps.${index}.package_name`}
            label="Package name"
            disabled={disabled}
            placeholder="com.example.app"
          />
          <Fingerprints form={form} app={index} disabled={disabled} />
        </AppBox>
      ))}
      <OwnFile form={form} name="assetlinks" file="assetlinks.json" disabled={disabled} />
    </AppSection>
  );
}
