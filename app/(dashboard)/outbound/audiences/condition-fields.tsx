import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useFieldArray } from "react-hook-form";
import type { z } from "zod";
import { at } from "@/app/(dashboard)/shell/api";
import { listedCountries } from "@/app/(dashboard)/shell/country-options";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useCampaignChoices } from "@/app/(dashboard)/shell/facts/campaign-choices";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { useProject } from "@/app/(dashboard)/shell/session";
import {
  CheckboxField,
  ComboboxField,
  IdField,
  MultiComboboxField,
  MultiNumberField,
  NumberField,
  SelectField,
} from "@/components/fields/fields";
import type { FormOf } from "@/components/fields/form";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { maxEventConditions } from "@/lib/outbound/audiences/conditions/schema";
import type { AudienceInput, audienceInput } from "@/lib/outbound/audiences/schema";

export type AudienceForm = FormOf<z.input<typeof audienceInput>, AudienceInput>;
type Props = { form: AudienceForm };

const Two = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">{children}</div>
);

/** The conditions of an audience. An empty field is no condition. */
export function ConditionFields({ form }: Props) {
  const { currency } = useProject();
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 font-medium text-sm">{t("People")}</legend>
      <p className="text-muted text-sm">{t("All conditions must hold. Empty fields are no condition.")}</p>
      <Two>
        <SelectField
          form={form}
          name="conditions.platform"
          label={t("Platform")}
          options={[
            { value: null, label: t("Android and iOS") },
            { value: "ANDROID", label: t("Android") },
            { value: "IOS", label: "iOS" },
          ]}
        />
        <MultiComboboxField
          form={form}
          name="conditions.countries"
          label={t("Countries")}
          options={listedCountries}
          placeholder={t("All countries")}
          searchPlaceholder={t("Find a country")}
        />
      </Two>
      <Sources form={form} />
      <Two>
        <NumberField
          form={form}
          name="conditions.last_open.min_days"
          label={t("Last opened at least")}
          after={t("days ago")}
          min={0}
        />
        <NumberField
          form={form}
          name="conditions.last_open.max_days"
          label={t("Last opened at most")}
          after={t("days ago")}
          min={0}
        />
        <NumberField
          form={form}
          name="conditions.installed.min_days"
          label={t("Installed at least")}
          after={t("days ago")}
          min={0}
        />
        <NumberField
          form={form}
          name="conditions.installed.max_days"
          label={t("Installed at most")}
          after={t("days ago")}
          min={0}
        />
        <IdField
          form={form}
          name="conditions.app_version.from"
          label={t("App version from")}
          placeholder="2.0"
        />
        <IdField
          form={form}
          name="conditions.app_version.to"
          label={t("App version up to")}
          placeholder="2.10.3"
        />
        <NumberField
          form={form}
          name="conditions.revenue.min"
          label={t("Paid at least")}
          after={currency}
          min={0}
          step="any"
          inputMode="decimal"
        />
        <NumberField
          form={form}
          name="conditions.revenue.max"
          label={t("Paid at most")}
          after={currency}
          min={0}
          step="any"
          inputMode="decimal"
        />
        <NumberField
          form={form}
          name="conditions.revenue.within_days"
          label={t("Paid within")}
          hint={t("Payments less refunds. Empty for all time.")}
          after="days"
          min={1}
        />
      </Two>
      <Events form={form} />
      <p className="text-muted text-sm">
        {t(
          "There is no condition on a predicted value: Cairn projects the value of groups of installs, and a group’s average says too little about one person.",
        )}
      </p>
    </fieldset>
  );
}

function Sources({ form }: Props) {
  const networks = useNetworkChoices();
  const campaigns = useCampaignChoices();
  return (
    <div className="grid gap-3">
      <Two>
        <MultiComboboxField
          form={form}
          name="conditions.networks"
          label={t("Networks")}
          hint={t("One of the sources must apply.")}
          options={networks}
          placeholder={t("All networks")}
          searchPlaceholder={t("Find a network")}
        />
        <MultiNumberField
          form={form}
          name="conditions.campaigns"
          label={t("Campaigns")}
          options={campaigns}
          placeholder={t("All campaigns")}
          searchPlaceholder={t("Find a campaign")}
        />
      </Two>
      <CheckboxField form={form} name="conditions.organic" label={t("Organic installs")} />
    </div>
  );
}

function Events({ form }: Props) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "conditions.events" });
  const address = at("/projects/:project/events/names", { project: useProject().id });
  const { data } = useGet(address, { staleTime: 60_000 });
  const names = (data?.names ?? []).map((value) => ({ value, label: value }));
  return (
    <div className="grid gap-3">
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="grid gap-3 rounded-lg border p-3">
          <legend className="sr-only">{t("Event {index}", { index: index + 1 })}</legend>
          <Two>
            <SelectField
              form={form}
              name={`conditions.events.${index}.did`}
              label={t("People who")}
              options={[
                { value: true, label: t("Did") },
                { value: false, label: t("Did not") },
              ]}
            />
            <ComboboxField
              form={form}
              name={`conditions.events.${index}.name`}
              label={t("Event")}
              options={names}
              placeholder={t("Choose an event")}
            />
            <NumberField
              form={form}
              name={`conditions.events.${index}.at_least`}
              label={t("At least")}
              after="times"
              min={1}
            />
            <NumberField
              form={form}
              name={`conditions.events.${index}.within_days`}
              label={t("Within")}
              after="days"
              min={1}
            />
          </Two>
          <Button
            type="button"
            size="sm"
            variant="ghost"
            className="justify-self-start"
            onClick={() => remove(index)}
          >
            <Trash2 />
            {t("Remove event {index}", { index: index + 1 })}
          </Button>
        </fieldset>
      ))}
      {fields.length < maxEventConditions ? (
        <Button
          type="button"
          size="sm"
          className="justify-self-start"
          onClick={() => append({ name: "", did: true, at_least: 1, within_days: 30 })}
        >
          <Plus />
          {t("Add an event")}
        </Button>
      ) : null}
    </div>
  );
}
