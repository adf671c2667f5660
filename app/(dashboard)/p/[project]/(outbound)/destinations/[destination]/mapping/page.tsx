"use client";

import { toast } from "sonner";
import {
  destinationBody,
  destinationForm,
  destinationValues,
} from "@/app/(dashboard)/outbound/destinations/destination-form";
import { RulesField } from "@/app/(dashboard)/outbound/destinations/rules-field";
import { useDestination } from "@/app/(dashboard)/outbound/destinations/use-destination";
import { mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { Button } from "@/components/ui/button";
import { Card, CardFooter, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import type { ShownDestination, ShownKind } from "@/lib/outbound/destinations/schema";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";

export default function Mapping() {
  const { row, kind, error, refetch } = useDestination();
  if (!row || !kind) return <NotLoaded error={error} retry={refetch} className="h-120" />;
  // After a save, by any member, the form starts from the saved values.
  return <MappingForm key={row.version} row={row} kind={kind} />;
}

function MappingForm({ row, kind }: { row: ShownDestination; kind: ShownKind }) {
  const { all, path } = useDestination();
  const refresh = useRefresh();
  const form = useSchemaForm(destinationForm(kind, row.secrets), {
    defaultValues: destinationValues(kind, row),
  });
  const lacking = useMissingRoleText("destinations.write");
  return (
    <Form
      form={form}
      lacking={lacking}
      onSubmit={async (values) => {
        await mutate("PUT", path, { rules: destinationBody(values).rules });
        form.reset(form.getValues());
        await refresh(all);
        toast.success(t("Mapping saved"));
      }}
    >
      <Card>
        <CardHeader
          title={t("Events to send")}
          description={t(
            "Each rule sends one kind of conversion, under the destination's name for it. The first matching rule applies.",
          )}
          actions={
            lacking ? null : (
              <Button
                size="sm"
                onClick={() =>
                  form.setValue("rules", kind.suggested as OutboundRule[], { shouldDirty: true })
                }
              >
                {t("Use the suggestion")}
              </Button>
            )
          }
        />
        <div className="px-5 pb-4 empty:hidden">
          <FormError />
        </div>
        <RulesField form={form} kind={kind} />
        <CardFooter>
          <span>{t("Waiting deliveries use the new rules.")}</span>
          <SubmitButton>{t("Save mapping")}</SubmitButton>
        </CardFooter>
      </Card>
    </Form>
  );
}
