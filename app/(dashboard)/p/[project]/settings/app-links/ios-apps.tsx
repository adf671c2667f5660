import { useFieldArray } from "react-hook-form";
import { IdField, TextField } from "@/components/fields";
import type { AppLinksForm } from "./app-links-form";
import { AppBox, AppSection } from "./app-section";
import { OwnFile } from "./own-file";

export function IosApps({ form, disabled }: { form: AppLinksForm; disabled: boolean }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "ios_apps" });
  return (
    <AppSection
      title="iOS"
      description="The team id stands under Membership details at developer.apple.com, the bundle id in Xcode."
      add="Add an iOS app"
      onAdd={() => append({ team_id: "", bundle_id: "" })}
      disabled={disabled}
      error={form.formState.errors.ios_apps?.message}
    >
      {fields.map((field, index) => (
        <AppBox
          key={field.id}
          label={`iOS app ${index + 1}`}
          disabled={disabled}
          onRemove={() => remove(index)}
        >
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <TextField
              form={form}
              name={`ios_apps.${index}.team_id`}
              label="Team id"
              disabled={disabled}
              className="font-mono uppercase placeholder:normal-case"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="ABCDE12345"
            />
            <IdField
              form={form}
              name={`ios_apps.${index}.bundle_id`}
              label="Bundle id"
              disabled={disabled}
              placeholder="com.example.app"
            />
          </div>
        </AppBox>
      ))}
      <OwnFile
        form={form}
        name="apple_app_site_association"
        file="apple-app-site-association"
        disabled={disabled}
      />
    </AppSection>
  );
}
