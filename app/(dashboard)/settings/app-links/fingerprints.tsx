import { Plus, X } from "lucide-react";
import type { ClipboardEvent } from "react";
import { useController } from "react-hook-form";
import { Field } from "@/components/fields/field";
import { Input } from "@/components/fields/input";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { certificateFingerprint } from "@/lib/campaigns/app-links/schema";
import type { AppLinksForm } from "./app-links-form";

/** All fingerprints in a text, such as the output of `keytool -list -v`. */
const fingerprintsIn = (text: string): string[] =>
  text.match(/(?<![0-9A-Fa-f:])(?:[0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}(?![0-9A-Fa-f:])/g) ?? [];

const normal = (text: string) => certificateFingerprint.safeParse(text).data ?? text;

/** The fingerprints of an app's signing keys. */
export function Fingerprints({ form, app }: { form: AppLinksForm; app: number }) {
  const name = `android_apps.${app}.sha256_cert_fingerprints` as const;
  const { field } = useController({ control: form.control, name });
  const errors = form.formState.errors.android_apps?.[app]?.sha256_cert_fingerprints;
  const values = field.value;
  const { isSubmitted } = form.formState;

  function change(next: string[]) {
    field.onChange(next);
    if (isSubmitted) void form.trigger(name);
  }
  const replace = (index: number, ...texts: string[]) => change(values.toSpliced(index, 1, ...texts));

  function paste(event: ClipboardEvent, index: number) {
    const found = fingerprintsIn(event.clipboardData.getData("text"));
    if (found.length === 0) return;
    event.preventDefault();
    replace(index, ...found.map(normal));
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      {values.map((value, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: texts that are being typed have no other key
          key={index}
          label={
            values.length > 1 ? t("SHA-256 fingerprint {index}", { index: index + 1 }) : "SHA-256 fingerprint"
          }
          error={errors?.[index]?.message ?? (index === 0 ? errors?.message : undefined)}
          {...(index === values.length - 1
            ? { hint: t("With or without colons. You can paste the full keytool output.") }
            : {})}
        >
          {(control) => (
            <div className="flex items-center gap-1">
              <Input
                {...control}
                ref={index === 0 ? field.ref : undefined}
                value={value}
                className="font-mono text-xs"
                autoComplete="off"
                spellCheck={false}
                placeholder="14:6D:E9:83:C5:73:06:50:…"
                onChange={(event) => replace(index, event.target.value)}
                onPaste={(event) => paste(event, index)}
                onBlur={() => {
                  field.onBlur();
                  if (normal(value) !== value) replace(index, normal(value));
                }}
              />
              {values.length > 1 ? (
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={t("Remove fingerprint {index}", { index: index + 1 })}
                  onClick={() => change(values.toSpliced(index, 1))}
                >
                  <X className="size-3.5" />
                </Button>
              ) : null}
            </div>
          )}
        </Field>
      ))}
      {errors?.message && values.length === 0 ? (
        <p className="text-danger text-xs">{errors.message}</p>
      ) : null}
      <div>
        <Button variant="ghost" size="sm" className="-ms-2" onClick={() => change([...values, ""])}>
          <Plus className="size-3.5" />
          {t("Add fingerprint")}
        </Button>
      </div>
    </div>
  );
}
