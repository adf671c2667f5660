import { toast } from "sonner";
import { hourOptions } from "@/app/(dashboard)/shell/alerts/schedule-labels";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import {
  CodeField,
  IdField,
  MultiComboboxField,
  SelectField,
  SwitchField,
  TextField,
} from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { quoted } from "@/components/quoted";
import { t } from "@/lib/base/languages/texts";
import { type DatasetName, datasetNames, datasetOf } from "@/lib/data-access/datasets/datasets";
import { fileExportInput, type ShownFileExport } from "@/lib/data-access/files/schema";
import {
  isWarehouse,
  type StorageName,
  storageFields,
  storageKinds,
  storageNames,
} from "@/lib/data-access/files/storages/fields";
import { HostKeyButton } from "./host-key-button";
import { cadenceOptions, formatOptions, layoutOptions } from "./labels";
import { LayoutPreview } from "./layout-preview";

type ExportFormProps = {
  path: ApiAddress<"/projects/:project/file-exports">;
  /** The export to edit; null for a new one. */
  shown: ShownFileExport | null;
  /** True if the operator allows a folder. */
  folder: boolean;
  onClose: () => void;
};

const allFields = storageNames.flatMap((name) => storageFields(name));
const defaultDatasets: DatasetName[] = ["campaigns", "installs", "users", "events", "payments"];
const blank = (secret: boolean) =>
  Object.fromEntries(
    allFields.filter((field) => Boolean(field.secret) === secret).map(({ name }) => [name, ""]),
  );

export function ExportForm({ path, shown, folder, onClose }: ExportFormProps) {
  const project = useProject();
  const refresh = useRefresh();
  const form = useSchemaForm(fileExportInput, {
    defaultValues: {
      title: shown?.title ?? "",
      layout: shown?.layout ?? "cairn",
      definition: shown?.definition ?? "",
      datasets: shown && shown.layout === "cairn" ? shown.datasets : defaultDatasets,
      format: shown?.format ?? "parquet",
      personal: shown?.personal ?? false,
      cadence: shown?.cadence ?? "daily",
      hour: shown?.hour ?? 3,
      storage: shown?.storage ?? "s3",
      place: { ...blank(false), ...shown?.place },
      secrets: blank(true),
      on: shown?.on ?? true,
    },
  });
  const cadence = form.watch("cadence");
  const storage = form.watch("storage") as StorageName;
  const layout = form.watch("layout") ?? "cairn";
  const isCairn = layout === "cairn";
  const isStored = shown?.has_secrets === true && shown.storage === storage;
  const kinds = storageNames.filter((name) => name !== "folder" || folder || shown?.storage === "folder");
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={shown ? t("Change scheduled files") : t("Schedule files")}
      description={
        isCairn
          ? t("The first run writes all rows, later runs those that have changed.")
          : t("Each install, event and payment from now on is written once, when it is attributed.")
      }
      form={form}
      sheet
      submit={shown ? t("Save") : t("Schedule files")}
      onSubmit={async (values) => {
        if (shown) await mutate("PUT", child(path, "/:id", { id: shown.id }), values);
        else await mutate("POST", path, values);
        await refresh(path);
        toast.success(`${quoted(values.title)} ${shown ? t("was saved") : t("is scheduled")}`);
      }}
    >
      <TextField form={form} name="title" label={t("Title")} required />
      <SelectField
        form={form}
        name="layout"
        label={t("Layout")}
        hint={t("Former vendors’ layouts are for pipelines that already read their files.")}
        options={layoutOptions}
      />
      {isCairn ? (
        <MultiComboboxField
          form={form}
          name="datasets"
          label={t("Datasets")}
          hint={t("Each dataset has its own files.")}
          required
          options={datasetNames.map((name) => ({ value: name, label: name, hint: datasetOf(name).about }))}
          placeholder={t("None")}
          searchPlaceholder={t("Search datasets")}
        />
      ) : null}
      {layout === "adjust" ? (
        <CodeField
          form={form}
          name="definition"
          label="CSV definition"
          hint={t("As in Adjust: constants in quotes, {placeholders} and [parameters], separated by commas.")}
          required
          rows={4}
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        {isWarehouse(storage) || !isCairn ? null : (
          <SelectField form={form} name="format" label={t("Format")} options={formatOptions} />
        )}
        <SelectField form={form} name="cadence" label={t("How often")} options={cadenceOptions} />
        {cadence === "daily" ? (
          <SelectField
            form={form}
            name="hour"
            label={t("At")}
            hint={t("In {time_zone}.", { time_zone: project.time_zone })}
            options={hourOptions}
          />
        ) : null}
      </div>
      <SwitchField
        form={form}
        name="personal"
        label={t("Personal columns")}
        hint={
          isCairn
            ? t(
                "Names, emails, phones, device data and fields of events. Turning this on or off writes all rows again.",
              )
            : t("Advertising IDs as far as users allow it, fields of events and parameters of links.")
        }
      />
      {isCairn ? null : (
        <LayoutPreview
          path={path}
          read={async () => {
            const { layout, definition, personal } = form.getValues();
            return (await form.trigger("definition")) ? { layout, definition, personal } : null;
          }}
          version={JSON.stringify([layout, form.watch("definition"), form.watch("personal")])}
        />
      )}
      <SelectField
        form={form}
        name="storage"
        label={t("Storage")}
        hint={storageKinds[storage].about}
        options={kinds.map((value) => ({ value, label: storageKinds[value].label }))}
      />
      {storageFields(storage).map(({ name, label, hint, optional, secret, long }) => {
        const kept = secret && isStored ? t("Leave it empty to keep the stored one.") : undefined;
        const field = {
          form,
          name: secret ? (`secrets.${name}` as const) : (`place.${name}` as const),
          label,
          hint: [hint, kept].filter(Boolean).join(" ") || undefined,
          required: !optional && !kept,
        };
        if (long) return <CodeField key={name} {...field} rows={6} />;
        const input = <IdField key={name} {...field} type={secret ? "password" : "text"} />;
        if (name !== "host_key") return input;
        return (
          <div key={name} className="grid gap-2">
            {input}
            <HostKeyButton
              path={path}
              server={() => ({
                host: form.getValues("place.host") ?? "",
                port: form.getValues("place.port") ?? "",
              })}
              onRead={(key) =>
                form.setValue("place.host_key", key, { shouldDirty: true, shouldValidate: true })
              }
              onProblem={(message) => form.setError("place.host", { message }, { shouldFocus: true })}
            />
          </div>
        );
      })}
      {shown ? (
        <>
          <p className="text-muted text-sm">
            {isCairn
              ? t("In another place, the next run writes all rows again.")
              : t("While this is off, new installs, events and payments are not collected.")}
          </p>
          <SwitchField form={form} name="on" label={t("On")} />
        </>
      ) : null}
    </FormDialog>
  );
}
