import { useState } from "react";
import { CodeField } from "@/components/fields";
import { Segmented } from "@/components/ui/segmented";
import type { LinkFile } from "@/lib/campaigns/links/rules";
import type { AppLinksForm } from "./app-links-form";
import { madeText, pretty } from "./file-text";

type OwnFileProps = {
  form: AppLinksForm;
  name: "apple_app_site_association" | "assetlinks";
  file: LinkFile;
  disabled: boolean;
};

/** The file made from the apps, or one that somebody has already. */
export function OwnFile({ form, name, file, disabled }: OwnFileProps) {
  const value = form.watch(name);
  const [put, setPut] = useState<string | null>(null);
  function choose(kind: "made" | "own") {
    if (kind === "made") {
      setPut(value);
      form.setValue(name, null, { shouldDirty: true });
      form.clearErrors(name);
    } else {
      const begin = put ?? pretty(madeText(file, form.getValues()) ?? "");
      form.setValue(name, begin, { shouldDirty: true });
    }
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <code className="break-all font-mono text-muted text-xs">{file}</code>
        <fieldset disabled={disabled}>
          <legend className="sr-only">Where {file} comes from</legend>
          <Segmented
            label={`Where ${file} comes from`}
            options={[
              { value: "made", label: "Made from the apps" },
              { value: "own", label: "A file of mine" },
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
          label={`Content of ${file}`}
          hint="Served exactly so, in place of the one made from the apps. Name the apps above all the same: the doctor of your domains looks for them in it."
          disabled={disabled}
          rows={10}
        />
      )}
    </div>
  );
}
