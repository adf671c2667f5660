import { X } from "lucide-react";
import { useWatch } from "react-hook-form";
import { Combobox } from "@/components/fields/combobox";
import { CheckboxField, NumberField, SelectField, TextField } from "@/components/fields/fields";
import { FormField } from "@/components/fields/form";
import { Input } from "@/components/fields/input";
import { Select } from "@/components/fields/select";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { ageUnits, clickTieOptions, type DescribedForm } from "./simulator-form";

const platforms = [
  { value: "ANDROID", label: t("Android") },
  { value: "IOS", label: "iOS" },
  { value: "DESKTOP", label: "A desktop" },
] as const;

type ClickCardProps = {
  form: DescribedForm;
  index: number;
  campaigns: { value: string; label: string }[];
  onRemove: () => void;
};

export function ClickCard({ form, index, campaigns, onRemove }: ClickCardProps) {
  const at = `clicks.${index}` as const;
  const click = useWatch({ control: form.control, name: at });
  const number = index + 1;
  return (
    <Card aria-label={t("Click {number}", { number })} className="grid grid-cols-1 gap-4 p-5">
      <header className="flex items-center justify-between">
        <h2 className="font-semibold text-base">
          {click.view ? t("A view") : t("A click")}
          <span className="sr-only"> {number}</span>
        </h2>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t("Remove click {number}", { number })}
          onClick={onRemove}
        >
          <X />
        </Button>
      </header>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FormField form={form} name={`${at}.campaign`} label={t("Campaign")}>
          {({ onChange, ...control }) => (
            <Combobox
              {...control}
              options={campaigns}
              searchPlaceholder={t("Search campaigns")}
              onValueChange={onChange}
            />
          )}
        </FormField>
        <FormField form={form} name={`${at}.minutes_before`} label={t("Time before the first open")}>
          {({ value, onChange, ...control }) => (
            <div className="flex gap-2">
              <Input
                {...control}
                type="number"
                step="any"
                inputMode="decimal"
                value={value ?? ""}
                onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
              />
              <Select
                aria-label={t("Unit of time")}
                className="w-28 shrink-0"
                value={click.unit}
                options={ageUnits}
                onValueChange={(unit) => form.setValue(`${at}.unit`, unit)}
              />
            </div>
          )}
        </FormField>
        <SelectField
          form={form}
          name={`${at}.tie`}
          label={t("Linked to the install by")}
          options={clickTieOptions}
        />
        <SelectField form={form} name={`${at}.platform`} label={t("Clicked on")} options={platforms} />
        <CountryField form={form} at={at} />
        <NumberField
          form={form}
          name={`${at}.clicks_in_ten_minutes`}
          label={t("Within ten minutes")}
          optional
          placeholder="1"
          after={t("similar clicks")}
        />
        {click.tie === "address" ? <DeviceFields form={form} at={at} /> : null}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2.5">
        <CheckboxField form={form} name={`${at}.view`} label={t("Ad view, not a click")} />
        <CheckboxField form={form} name={`${at}.bot`} label={t("By a bot")} />
        <CheckboxField form={form} name={`${at}.used`} label={t("Already used by another install")} />
        {click.tie === "address" && click.platform === "ANDROID" ? (
          <CheckboxField
            form={form}
            name={`${at}.no_referrer`}
            label={t("Redirected to a page other than Google Play")}
          />
        ) : null}
        <CheckboxField form={form} name={`${at}.listed`} label={t("From a listed IP")} />
      </div>
    </Card>
  );
}

type DescribedProps = { form: DescribedForm; at: "install" | `clicks.${number}` };

export const CountryField = ({ form, at }: DescribedProps) => (
  <TextField
    form={form}
    name={`${at}.country`}
    label={t("Country")}
    optional
    maxLength={2}
    placeholder={t("Unknown")}
  />
);

/** These must match if only the address is the same. */
export function DeviceFields({ form, at }: DescribedProps) {
  const field = { form, optional: true, placeholder: t("Unknown") };
  return (
    <>
      <TextField {...field} name={`${at}.os_version`} label="OS version" />
      <TextField {...field} name={`${at}.device_model`} label={t("Model")} />
      <TextField {...field} name={`${at}.language`} label={t("Language")} />
    </>
  );
}
