import { useWatch } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { CodeField, IdField, SelectField, SwitchField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { t } from "@/lib/base/languages/texts";
import { checkModes, type Store } from "@/lib/facts/payments/store-purchases";
import type { PurchaseSettings } from "@/lib/facts/purchases/settings/schema";
import { appIdLabels, modeHints, modeLabels, sourceNames } from "./names";

type Field = { name: string; label: string; hint: string; rows?: number };

const fields: Record<Store, readonly Field[]> = {
  apple: [
    {
      name: "key",
      label: t("Key (.p8)"),
      hint: t(
        "In App Store Connect: Users and Access → Integrations → In-App Purchase. Paste the whole file.",
      ),
      rows: 6,
    },
    { name: "key_id", label: t("Key ID"), hint: t("Ten letters and digits, next to the key.") },
    { name: "issuer_id", label: t("Issuer ID"), hint: t("Above the list of keys.") },
  ],
  google: [
    {
      name: "service_account",
      label: t("Service account key"),
      hint: t(
        "In Google Cloud: IAM → Service accounts → Keys. In Play Console, invite the account with access to orders and financial data. Paste the whole JSON file.",
      ),
      rows: 9,
    },
  ],
};

type StoreDialogProps = {
  path: ApiAddress<"/projects/:project/purchases">;
  store: Store | null;
  connection: PurchaseSettings["connections"][number] | null;
  onClose: () => void;
};

export function StoreDialog({ path, store, connection, onClose }: StoreDialogProps) {
  const refresh = useRefresh();
  const ofStore = store ? fields[store] : [];
  const form = useSchemaForm(schema, {
    defaultValues: {
      mode: connection?.app_id ? connection.mode : "show",
      app_id: connection?.app_id ?? "",
      credentials: Object.fromEntries(ofStore.map(({ name }) => [name, ""])),
      requires_token: connection?.push_token != null,
      push_token: {
        audience: connection?.push_token?.audience ?? "",
        service_account: connection?.push_token?.service_account ?? "",
      },
    },
  });
  const requiresToken = useWatch({ control: form.control, name: "requires_token" });
  const { title } = sourceNames[store ?? "apple"];
  return (
    <FormDialog
      open={store !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("Check purchases in {title}", { title })}
      description={t("Credentials are stored encrypted and never shown again.")}
      form={form}
      sheet
      submit={t("Save")}
      onSubmit={async ({ credentials, requires_token, push_token, ...values }) => {
        if (!store) return;
        const isGiven = Object.values(credentials).some((value) => value !== "");
        const body = {
          ...values,
          ...(isGiven ? { credentials } : {}),
          ...(store === "google" ? { push_token: requires_token ? push_token : null } : {}),
        };
        await mutate("PUT", child(path, "/:source", { source: store }), body);
        await refresh(path);
        toast.success(t("{title} was saved", { title }));
      }}
    >
      <SelectField
        form={form}
        name="mode"
        label={t("Effect of checks")}
        hint={t("Applies to payments from now on.")}
        options={checkModes.map((value) => ({
          value,
          label: modeLabels[value],
          description: modeHints[value],
        }))}
      />
      <IdField
        form={form}
        name="app_id"
        label={appIdLabels[store ?? "apple"]}
        hint={t("Such as com.example.app. Purchases of other apps are not valid.")}
      />
      {ofStore.map(({ name, label, hint, rows }) => {
        const kept = connection?.named ? t(" Leave it empty to keep the stored one.") : "";
        const isOptional = store === "apple" && !connection?.named;
        const text = `${hint}${isOptional && name === "key" ? " Optional." : kept}`;
        const field = { form, name: `credentials.${name}` as const, label, hint: text };
        return rows ? <CodeField key={name} {...field} rows={rows} /> : <IdField key={name} {...field} />;
      })}
      {store === "google" ? (
        <SwitchField
          form={form}
          name="requires_token"
          label={t("Require Google's token")}
          hint={t(
            "Notifications then also need the token of the push subscription, which Google signs. Enable authentication for the subscription in Pub/Sub first.",
          )}
        />
      ) : null}
      {store === "google" && requiresToken ? (
        <>
          <IdField
            form={form}
            name="push_token.service_account"
            label={t("Service account of the subscription")}
            optional
            hint={t(
              "Such as push@my-project.iam.gserviceaccount.com. Without it, a token of any Google Cloud project is accepted.",
            )}
          />
          <IdField
            form={form}
            name="push_token.audience"
            label={t("Audience")}
            optional
            hint={t(
              "As in the subscription. Leave it empty if the subscription has none: it is then the address for notifications.",
            )}
          />
        </>
      ) : null}
    </FormDialog>
  );
}

const schema = z.object({
  mode: z.enum(checkModes),
  app_id: z.string().trim().min(1, t("This is required.")),
  credentials: z.record(z.string(), z.string().trim()),
  requires_token: z.boolean(),
  push_token: z.object({ audience: z.string().trim(), service_account: z.string().trim() }),
});
