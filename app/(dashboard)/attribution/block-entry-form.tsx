import { toast } from "sonner";
import { type ApiAddress, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { IdField, NumberField, SelectField, TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { blockExamples, blockInput, blockKindLabels } from "@/lib/attribution/blocks/schema";
import { type BlockAction, type BlockKind, blockKinds } from "@/lib/attribution/fraud/blocks";
import { t } from "@/lib/base/languages/texts";

export const blockActionLabels: Record<BlockAction, string> = {
  tag: t("Flag"),
  hold: t("Flag and withhold postbacks"),
  reject: t("Do not attribute"),
};

const hints: Record<BlockKind, string> = {
  publisher: t(
    "The network's ID of the site or app, as in the report by publisher. (other) for IDs beyond the daily limit.",
  ),
  network: t("A network's name or code."),
  server_clicks: t(
    "Clicks that this network's server reported, without a redirect. A network's name or code.",
  ),
  address: t(
    "An IPv4 or IPv6 address or range. Addresses are not stored, so it is checked as clicks and installs arrive.",
  ),
  country: t("The two letters of a country, of the click or the install."),
  app_version: t(
    "The version of the app at the first start. With * at the end, all versions that begin with it.",
  ),
  os: t("Android or iOS, with or without a version."),
};

const defaultValues = {
  kind: "publisher" as BlockKind,
  value: "",
  network: null as string | null,
  action: "reject" as BlockAction,
  max_installs: undefined as number | undefined,
  per_hours: 24 as 1 | 24,
  reason: "",
  ends_at: "",
};

export type BlockedPublisher = { publisher: string; network: string | null };

type AddBlockEntryProps = {
  /** A publisher that was chosen before. */
  of?: BlockedPublisher | undefined;
  path: ApiAddress<"/projects/:project/blocks">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Adds an entry to the block list. */
export function AddBlockEntry({ of, path, open, onOpenChange }: AddBlockEntryProps) {
  const refresh = useRefresh();
  const networks = useNetworkChoices();
  const form = useSchemaForm(blockInput, {
    defaultValues: of ? { ...defaultValues, value: of.publisher, network: of.network } : defaultValues,
  });
  const kind = form.watch("kind") ?? "publisher";
  const limit = form.watch("max_installs");
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Add to block list")}
      description={t("The entry applies to installs from now on. Decided installs keep their decision.")}
      form={form}
      sheet
      submit={t("Add entry")}
      onSubmit={async (values) => {
        await mutate("POST", path, values);
        await refresh(path);
        toast.success(t("The entry was added"));
      }}
    >
      <SelectField
        form={form}
        name="kind"
        label={t("Kind")}
        options={blockKinds.map((value) => ({ value, label: blockKindLabels[value] }))}
        onChosen={() => form.setValue("max_installs", undefined)}
      />
      <IdField
        form={form}
        name="value"
        label={blockKindLabels[kind]}
        hint={hints[kind]}
        placeholder={blockExamples[kind]}
      />
      {kind === "network" || kind === "server_clicks" ? null : (
        <SelectField
          form={form}
          name="network"
          label={t("Clicks of")}
          options={[{ value: null, label: t("Any network") }, ...networks]}
        />
      )}
      <SelectField
        form={form}
        name="action"
        label={t("Action")}
        options={[
          {
            value: "reject" as const,
            label: blockActionLabels.reject,
            hint: t("The next best click may win."),
          },
          {
            value: "hold" as const,
            label: blockActionLabels.hold,
            hint: t("Destinations don't receive it."),
          },
          { value: "tag" as const, label: blockActionLabels.tag, hint: t("Still attributed and reported.") },
        ]}
      />
      {kind === "publisher" ? (
        <>
          <NumberField
            form={form}
            name="max_installs"
            label={t("Only after")}
            optional
            hint={t("Blank: all of its installs. Otherwise only those beyond this number.")}
            after="installs"
            min={1}
          />
          {limit ? (
            <SelectField
              form={form}
              name="per_hours"
              label={t("Within")}
              options={[
                { value: 1, label: t("an hour") },
                { value: 24, label: "24 hours" },
              ]}
            />
          ) : null}
        </>
      ) : null}
      <TextField
        form={form}
        name="reason"
        label={t("Reason")}
        hint={t("Shown on the page of each install, and in the evidence for the network.")}
        placeholder={t("Nine of ten installs within ten seconds of the click")}
      />
      <TextField
        form={form}
        name="ends_at"
        label={t("Last day")}
        optional
        type="date"
        hint={t("In the project's time zone. Blank for no end.")}
      />
    </FormDialog>
  );
}
