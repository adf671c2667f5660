import { toast } from "sonner";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { listedCountries } from "@/app/(dashboard)/shell/country-options";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useCampaignChoices } from "@/app/(dashboard)/shell/facts/campaign-choices";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { FormDialog } from "@/components/dialogs/form-dialog";
import {
  ComboboxField,
  MultiComboboxField,
  MultiNumberField,
  SelectField,
  TextField,
} from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { quoted } from "@/components/quoted";
import { Alert } from "@/components/ui/alert";
import { t } from "@/lib/base/languages/texts";
import {
  type Confidence,
  confidences,
  type ShownTest,
  type TestInput,
  testInput,
  testKinds,
  testKpis,
} from "@/lib/reporting/incrementality/schema";

type TestFormProps = {
  path: ApiAddress<"/projects/:project/incrementality">;
  /** The test to change; null for a new one. */
  shown: ShownTest | null;
  start: Partial<TestInput>;
  onClose: () => void;
  onAdded?: (test: ShownTest) => void;
};

export const kindOptions = Object.entries(testKinds).map(([value, label]) => ({
  value: value as ShownTest["kind"],
  label,
}));
export const kpiOptions = Object.entries(testKpis).map(([value, label]) => ({
  value: value as ShownTest["kpi"],
  label,
}));
export const confidenceOptions = confidences.map((value) => ({ value, label: `${value}%` }));

export function TestFormDialog({ path, shown, start, onClose, onAdded }: TestFormProps) {
  const refresh = useRefresh();
  const networks = useNetworkChoices();
  const from = shown ?? start;
  const form = useSchemaForm(testInput, {
    defaultValues: {
      title: from.title ?? "",
      kind: from.kind ?? "pause_regions",
      network: from.network ?? "",
      campaigns: from.campaigns ?? [],
      kpi: from.kpi ?? "installs",
      countries: from.countries ?? [],
      starts_on: from.starts_on ?? "",
      ends_on: from.ends_on ?? "",
      confidence: (from.confidence ?? 90) as Confidence,
    },
  });
  const isEverywhere = form.watch("kind") === "pause_everywhere";
  const campaigns = useCampaignChoices(form.watch("network"));
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={shown ? t("Change test") : t("Add test")}
      description={t("Cairn does not change anything at the network: pause or start it there on these days.")}
      form={form}
      sheet
      submit={shown ? t("Save") : t("Add test")}
      onSubmit={async (values) => {
        const { test } = shown
          ? await mutate("PUT", child(path, "/:id", { id: shown.id }), values)
          : await mutate("POST", path, values);
        await refresh(path);
        toast.success(
          t("{title} was {if_shown, select, yes {saved} other {added}}", {
            title: quoted(test.title),
            if_shown: shown ? "yes" : "no",
          }),
        );
        if (!shown) onAdded?.(test);
      }}
    >
      <TextField form={form} name="title" label={t("Name")} maxLength={100} required />
      <SelectField
        form={form}
        name="kind"
        label={t("Kind")}
        options={kindOptions}
        onChosen={() => {
          if (form.getValues("kind") === "pause_everywhere") form.setValue("countries", []);
        }}
      />
      <ComboboxField
        form={form}
        name="network"
        label={t("Network")}
        options={networks}
        placeholder={t("Choose a network")}
        searchPlaceholder={t("Search networks")}
        required
      />
      <MultiNumberField
        form={form}
        name="campaigns"
        label={t("Campaigns")}
        hint={t("Only these are paused or started.")}
        options={campaigns}
        placeholder={t("All campaigns of the network")}
        searchPlaceholder={t("Find a campaign")}
      />
      {isEverywhere ? null : (
        <MultiComboboxField
          form={form}
          name="countries"
          label={t("Countries")}
          required
          options={listedCountries}
          placeholder={t("Choose countries")}
          searchPlaceholder={t("Find a country")}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <TextField form={form} name="starts_on" label={t("First day")} type="date" required />
        <TextField form={form} name="ends_on" label={t("Last day")} type="date" required />
        <SelectField
          form={form}
          name="kpi"
          label={t("Measure")}
          hint={t("Of all users, including organic.")}
          options={kpiOptions}
        />
        <SelectField
          form={form}
          name="confidence"
          label={t("Confidence")}
          hint={t("Of 100 tests without an effect, so many show none.")}
          options={confidenceOptions}
        />
      </div>
      <Alert>
        {t("Decide the days before the test starts, and read the result only after the last one.")}
      </Alert>
    </FormDialog>
  );
}
