"use client";

import { toast } from "sonner";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProjectDetails } from "@/app/(dashboard)/shell/use-details";
import { SwitchField, UrlField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { billingInput, type MemberProject } from "@/lib/projects/schema";

export default function Billing() {
  const { data, error, refetch } = useProjectDetails();
  return (
    <>
      <PageHeader
        title={t("Billing")}
        description={t("If you run Cairn for clients: suspend a project that hasn't been paid for.")}
      />
      {data ? <BillingForm project={data} /> : <NotLoaded error={error} retry={refetch} />}
    </>
  );
}

function BillingForm({ project }: { project: MemberProject }) {
  const refresh = useRefresh();
  const reason = useMissingRoleText("billing.write");
  const form = useSchemaForm(billingInput, {
    values: { suspended: project.suspended, payment_link: project.payment_link ?? "" },
  });
  return (
    <Card>
      <Form
        form={form}
        lacking={reason}
        onSubmit={async (values) => {
          await mutate("PUT", at("/projects/:project/billing", { project: project.id }), values);
          form.reset(form.getValues());
          await refresh(at("/projects/:project", { project: project.id }), "/me");
          toast.success(values.suspended ? t("The project is suspended") : t("The project is active"));
        }}
      >
        <CardHeader
          title={t("State")}
          actions={
            <Badge tone={project.suspended ? "warning" : "success"} dot>
              {project.suspended ? t("Suspended") : t("Active")}
            </Badge>
          }
        />
        <CardBody className="grid gap-5">
          <FormError />
          <SwitchField
            form={form}
            name="suspended"
            label={t("Suspend the project")}
            hint={t(
              "The server API returns 402 with the payment link. Links, installs and events still count.",
            )}
          />
          <UrlField
            form={form}
            name="payment_link"
            label={t("Payment link")}
            optional
            hint={t("The page where clients can pay.")}
            placeholder="https://pay.example.com/invoice"
          />
        </CardBody>
        <CardFooter className="justify-end">
          <SubmitButton>{t("Save")}</SubmitButton>
        </CardFooter>
      </Form>
    </Card>
  );
}
