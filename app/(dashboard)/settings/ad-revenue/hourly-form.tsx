"use client";

import { toast } from "sonner";
import { z } from "zod";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { SwitchField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { Card, CardBody, CardFooter } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import type { MemberProject } from "@/lib/projects/schema";

const settings = z.object({ ad_revenue_hourly: z.boolean() });

export function HourlyForm({ project }: { project: MemberProject }) {
  const refresh = useRefresh();
  const reason = useMissingRoleText("project.write");
  const form = useSchemaForm(settings, { values: { ad_revenue_hourly: project.ad_revenue_hourly } });
  const path = at("/projects/:project", { project: project.id });
  return (
    <Card>
      <Form
        form={form}
        lacking={reason}
        onSubmit={async (values) => {
          await mutate("PATCH", path, { ...values, seen: project.update_at });
          await refresh(path);
          toast.success(t("Ad revenue settings saved"));
        }}
      >
        <CardBody className="grid grid-cols-1 gap-5 pt-5">
          <FormError />
          <SwitchField
            form={form}
            name="ad_revenue_hourly"
            label={t("Add up impressions by user and hour")}
            hint={t(
              "For apps with many ads. Impressions of the same network, place, format and precision become one row of their hour. The figures are the same, except that all impressions of an hour have its age. Single impressions and their times are not stored.",
            )}
          />
        </CardBody>
        <CardFooter>
          <span>{t("Applies to impressions from now on.")}</span>
          <SubmitButton>{t("Save changes")}</SubmitButton>
        </CardFooter>
      </Form>
    </Card>
  );
}
