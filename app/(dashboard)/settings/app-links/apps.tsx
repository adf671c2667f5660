import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useFieldArray } from "react-hook-form";
import { CodeField, IdField, TextField } from "@/components/fields/fields";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { t } from "@/lib/base/languages/texts";
import type { LinkFile } from "@/lib/campaigns/app-links/rules";
import type { AppLinksForm } from "./app-links-form";
import { generatedFileText, indentedJson } from "./app-links-form";
import { Fingerprints } from "./fingerprints";

type AppSectionProps = {
  title: string;
  description: string;
  /** The label of the button that adds an app. */
  add: string;
  onAdd: () => void;
  error: string | undefined;
  children: ReactNode;
};

/** The apps of one system. */
function AppSection({ title, description, add, onAdd, error, children }: AppSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4 px-5 py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid max-w-prose min-w-0 gap-0.5">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          <p className="text-muted text-sm">{description}</p>
        </div>
        <Button size="sm" onClick={onAdd}>
          <Plus className="size-3.5" />
          {add}
        </Button>
      </div>
      {error ? <p className="text-danger text-xs">{error}</p> : null}
      {children}
    </section>
  );
}

/** One app, as a box that can be removed. */
function AppBox({ label, onRemove, children }: { label: string; onRemove: () => void; children: ReactNode }) {
  return (
    <fieldset className="relative grid min-w-0 grid-cols-1 gap-4 rounded-lg border bg-sunken p-4 pe-12">
      <legend className="sr-only">{label}</legend>
      {children}
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t("Remove {label}", { label })}
        className="absolute top-2.5 end-2.5"
        onClick={onRemove}
      >
        <Trash2 className="size-3.5" />
      </Button>
    </fieldset>
  );
}

export function IosApps({ form }: { form: AppLinksForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "ios_apps" });
  return (
    <AppSection
      title="iOS"
      description={t(
        "Find the team ID under Membership details at developer.apple.com, and the bundle ID in Xcode.",
      )}
      add={t("Add iOS app")}
      onAdd={() => append({ team_id: "", bundle_id: "" })}
      error={form.formState.errors.ios_apps?.message}
    >
      {fields.map((field, index) => (
        <AppBox
          key={field.id}
          label={t("iOS app {index}", { index: index + 1 })}
          onRemove={() => remove(index)}
        >
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <TextField
              form={form}
              name={`ios_apps.${index}.team_id`}
              label={t("Team ID")}
              className="font-mono uppercase placeholder:normal-case"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="ABCDE12345"
            />
            <IdField
              form={form}
              name={`ios_apps.${index}.bundle_id`}
              label={t("Bundle ID")}
              placeholder="com.example.app"
            />
          </div>
        </AppBox>
      ))}
      <OwnFile form={form} name="apple_app_site_association" file="apple-app-site-association" />
    </AppSection>
  );
}

export function AndroidApps({ form }: { form: AppLinksForm }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "android_apps" });
  return (
    <AppSection
      title={t("Android")}
      description={t(
        "With Play App Signing, use Google's fingerprint: Play Console → App integrity → App signing key certificate. Add your own key's fingerprint for builds you install yourself.",
      )}
      add={t("Add Android app")}
      onAdd={() => append({ package_name: "", sha256_cert_fingerprints: [""] })}
      error={form.formState.errors.android_apps?.message}
    >
      {fields.map((field, index) => (
        <AppBox
          key={field.id}
          label={t("Android app {index}", { index: index + 1 })}
          onRemove={() => remove(index)}
        >
          <IdField
            form={form}
            name={`android_apps.${index}.package_name`}
            label={t("Package name")}
            placeholder="com.example.app"
          />
          <Fingerprints form={form} app={index} />
        </AppBox>
      ))}
      <OwnFile form={form} name="assetlinks" file="assetlinks.json" />
    </AppSection>
  );
}

type OwnFileProps = {
  form: AppLinksForm;
  name: "apple_app_site_association" | "assetlinks";
  file: LinkFile;
};

/** The file generated from the apps, or an existing one. */
function OwnFile({ form, name, file }: OwnFileProps) {
  const value = form.watch(name);
  const [put, setPut] = useState<string | null>(null);
  function choose(kind: "made" | "own") {
    if (kind === "made") {
      setPut(value);
      form.setValue(name, null, { shouldDirty: true });
      form.clearErrors(name);
    } else {
      const begin = put ?? indentedJson(generatedFileText(file, form.getValues()) ?? "");
      form.setValue(name, begin, { shouldDirty: true });
    }
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <code className="break-all font-mono text-muted text-xs">{file}</code>
        <fieldset>
          <legend className="sr-only">{t("Where {file} comes from", { file })}</legend>
          <Segmented
            label={t("Where {file} comes from", { file })}
            options={[
              { value: "made", label: t("Generated from the apps") },
              { value: "own", label: t("My own file") },
            ]}
            value={value === null ? "made" : "own"}
            onValueChange={choose}
          />
        </fieldset>
      </div>
      {value === null ? null : (
        <CodeField
          form={form}
          name={name}
          label={t("Content of {file}", { file })}
          hint={t(
            "Served exactly as is, instead of the generated one. Still list your apps above: the domain check looks for them in it.",
          )}
          rows={10}
        />
      )}
    </div>
  );
}
