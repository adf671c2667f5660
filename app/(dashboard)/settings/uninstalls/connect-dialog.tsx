import { toast } from "sonner";
import { z } from "zod";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { CodeField, IdField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { t } from "@/lib/base/languages/texts";
import type { PushKind } from "@/lib/facts/uninstalls/push-kinds";
import { serviceNames } from "./names";

type Field = { name: string; label: string; hint: string; rows?: number };

const fields: Record<PushKind, readonly Field[]> = {
  fcm: [
    {
      name: "service_account",
      label: t("Service account key"),
      hint: t(
        "In the Firebase console: Project settings → Service accounts → Generate new private key. Paste the whole JSON file.",
      ),
      rows: 9,
    },
  ],
  apns: [
    {
      name: "key",
      label: t("Key (.p8)"),
      hint: t(
        "In Apple's developer account: Certificates, IDs & Profiles → Keys, with APNs. Paste the whole file.",
      ),
      rows: 6,
    },
    { name: "key_id", label: t("Key ID"), hint: t("Ten letters and digits, next to the key.") },
    { name: "team_id", label: t("Team ID"), hint: t("Ten letters and digits, under Membership.") },
    { name: "topic", label: t("Bundle ID"), hint: t("The app's, such as com.example.app.") },
  ],
};

type ConnectDialogProps = {
  path: ApiAddress<"/projects/:project/uninstalls">;
  kind: PushKind | null;
  onClose: () => void;
};

export function ConnectDialog({ path, kind, onClose }: ConnectDialogProps) {
  const refresh = useRefresh();
  const kindFields = kind ? fields[kind] : [];
  const form = useSchemaForm(schemaOf(kindFields), {
    defaultValues: { credentials: Object.fromEntries(kindFields.map(({ name }) => [name, ""])) },
  });
  const { of } = serviceNames[kind ?? "fcm"];
  return (
    <FormDialog
      open={kind !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("Connect {of}", { of })}
      description={t("The credentials are stored encrypted and never shown again.")}
      form={form}
      sheet
      submit={t("Connect")}
      onSubmit={async (values) => {
        if (!kind) return;
        await mutate("PUT", child(path, "/:kind", { kind }), values);
        await refresh(path);
        toast.success(t("{of} is connected", { of }), {
          description: t("Cairn checks each install once a day."),
        });
      }}
    >
      {kindFields.map(({ name, label, hint, rows }) => {
        const field = { form, name: `credentials.${name}` as const, label, hint };
        return rows ? <CodeField key={name} {...field} rows={rows} /> : <IdField key={name} {...field} />;
      })}
    </FormDialog>
  );
}

const schemaOf = (kindFields: readonly Field[]) =>
  z.object({
    credentials: z.object(
      Object.fromEntries(
        kindFields.map(({ name, label }) => [
          name,
          z.string().trim().min(1, t("{label} is required.", { label })),
        ]),
      ),
    ),
  });
