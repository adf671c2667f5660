"use client";

import { toast } from "sonner";
import { DefaultOrCustom } from "@/app/(dashboard)/settings/default-or-custom";
import { type ApiAddress, at, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Form, FormError, type FormOf, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { numberText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { Card, CardFooter } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { type LimitRow, limitsInput } from "@/lib/projects/schema";

type Setting = LimitRow["setting"];
type Group = LimitRow["group"];
type Settings = Partial<Record<Group, Setting>>;
type LimitsForm = FormOf<Settings, Settings>;

const names: Record<Group, string> = {
  data: t("Reading"),
  writes: t("Writing"),
  reporting: t("Reporting"),
  address: t("Per address"),
  client: t("Apps"),
  web: t("Websites"),
  callbacks: t("Callbacks"),
};

export default function LimitsPage() {
  const path = at("/projects/:project/limits", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  return (
    <>
      <PageHeader
        title={t("Limits")}
        description={t(
          "How often each API may be called. Calls above the limit get a 429 saying when to retry.",
        )}
      />
      {data ? <LimitsCard path={path} rows={data.limits} /> : <NotLoaded error={error} retry={refetch} />}
    </>
  );
}

function LimitsCard({ path, rows }: { path: ApiAddress<"/projects/:project/limits">; rows: LimitRow[] }) {
  const refresh = useRefresh();
  const reason = useMissingRoleText("limits.write");
  const form: LimitsForm = useSchemaForm<Settings, Settings>(limitsInput, {
    values: Object.fromEntries(rows.map((row) => [row.group, row.setting])),
  });
  const { dirtyFields } = form.formState;
  const max = rows.reduce<number | null>(
    (min, row) => (row.most === null || (min !== null && min < row.most) ? min : row.most),
    null,
  );
  return (
    <Card>
      <Form
        form={form}
        lacking={reason}
        onSubmit={async (values) => {
          const changed = Object.fromEntries(
            Object.entries(values).filter(([group]) => group in dirtyFields),
          );
          await mutate("PUT", path, changed);
          form.reset(form.getValues());
          await refresh(path);
          toast.success(t("Limits saved"));
        }}
      >
        <FormError className="m-5 mb-1" />
        <ul className="divide-y">
          {rows.map((row) => (
            <DefaultOrCustom
              key={row.group}
              form={form}
              name={row.group}
              title={names[row.group]}
              labels={{
                kind: t("{name}, kind", { name: names[row.group] }),
                count: t("{name}, calls per second", { name: names[row.group] }),
              }}
              meaning={row.meaning}
              usual={perTime(row.usual)}
              own={t("Custom limit")}
              unlimited={
                row.most === null || row.setting === "off" ? { value: "off", label: t("No limit") } : null
              }
              unit={t("per second")}
              start={row.effective?.count ?? 100}
            />
          ))}
        </ul>
        <CardFooter>
          <span>
            {t("Changes apply within a second.{max}", {
              max:
                max === null
                  ? null
                  : ` ${t("Custom limits go up to {max} per second; only the server's operator can set more.", { max: numberText(max) })}`,
            })}
          </span>
          <SubmitButton>{t("Save limits")}</SubmitButton>
        </CardFooter>
      </Form>
    </Card>
  );
}

function perTime(limit: LimitRow["usual"]): string {
  if (!limit) return t("no limit");
  const { count, window_seconds: seconds } = limit;
  const unit = seconds === 1 ? "second" : seconds === 60 ? "minute" : t("{seconds} seconds", { seconds });
  return `${numberText(count)} a ${unit}`;
}
