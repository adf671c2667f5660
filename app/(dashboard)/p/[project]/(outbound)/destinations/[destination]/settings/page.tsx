"use client";

import { toast } from "sonner";
import {
  destinationBody,
  destinationForm,
  destinationValues,
} from "@/app/(dashboard)/outbound/destinations/destination-form";
import { DestinationKindFields } from "@/app/(dashboard)/outbound/destinations/kind-fields";
import { useDestination } from "@/app/(dashboard)/outbound/destinations/use-destination";
import { mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { confirm } from "@/components/dialogs/confirm";
import { TextField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { quoted } from "@/components/quoted";
import { rich } from "@/components/rich";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import type { ShownDestination, ShownKind } from "@/lib/outbound/destinations/schema";

export default function DestinationSettingsPage() {
  const { row, kind, error, refetch } = useDestination();
  if (!row || !kind) return <NotLoaded error={error} retry={refetch} className="h-96" />;
  return <SettingsForm key={row.version} row={row} kind={kind} />;
}

function SettingsForm({ row, kind }: { row: ShownDestination; kind: ShownKind }) {
  const { all, path } = useDestination();
  const refresh = useRefresh();
  const reason = useMissingRoleText("destinations.write");
  const remove = (name: string, label: string) =>
    confirm({
      title: t("Remove {label}?", { label: quoted(label) }),
      description: t("The secret is deleted, and later deliveries are sent without it."),
      action: t("Remove"),
      destructive: true,
      onConfirm: async () => {
        await mutate("PUT", path, { secrets: { [name]: null } });
        await refresh(all);
        toast.success(t("{label} was removed", { label: quoted(label) }));
      },
    });
  const form = useSchemaForm(destinationForm(kind, row.secrets), {
    defaultValues: destinationValues(kind, row),
  });
  return (
    <Form
      form={form}
      lacking={reason}
      onSubmit={async (values) => {
        const { rules: _, ...body } = destinationBody(values);
        await mutate("PUT", path, body);
        // Typed secrets are removed from the page as soon as possible.
        form.reset({ ...form.getValues(), secrets: destinationValues(kind, row).secrets });
        await refresh(all);
        toast.success(t("Settings saved"));
      }}
    >
      <Card>
        <CardHeader
          title={t("Connection")}
          description={t("Credentials are stored encrypted and never shown.")}
        />
        <CardBody className="grid max-w-2xl grid-cols-1 gap-4">
          <FormError />
          <TextField form={form} name="name" label={t("Name")} maxLength={100} />
          <DestinationKindFields
            form={form}
            kind={kind}
            stored={row.secrets}
            {...(reason ? {} : { onRemove: remove })}
          />
        </CardBody>
        <CardFooter>
          <span>{rich("Last changed {when}", { when: <When at={row.updated_at} /> })}</span>
          <SubmitButton>{t("Save")}</SubmitButton>
        </CardFooter>
      </Card>
    </Form>
  );
}
