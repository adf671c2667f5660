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
import { type LimitRow, limitsInput } from "@/lib/projects/schema";

type Setting = LimitRow["setting"];
type Group = LimitRow["group"];
type Settings = Partial<Record<Group, Setting>>;
type LimitsForm = FormOf<Settings, Settings>;

const names: Record<Group, string> = {
  data: "Reading",
  writes: "Writing",
  reporting: "Reporting",
  address: "Per address",
  client: "Apps",
  web: "Websites",
  callbacks: "Callbacks",
};

export default function LimitsPage() {
  const path = at("/projects/:project/limits", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  return (
    <>
      <PageHeader
        title="Limits"
        description="How often each API may be called. Calls above the limit get a 429 saying when to retry."
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
          toast.success("Limits saved");
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
              labels={{ kind: `${names[row.group]}, kind`, count: `${names[row.group]}, calls per second` }}
              meaning={row.meaning}
              usual={perTime(row.usual)}
              own="Custom limit"
              unlimited={
                row.most === null || row.setting === "off" ? { value: "off", label: "No limit" } : null
              }
              unit="per second"
              start={row.effective?.count ?? 100}
            />
          ))}
        </ul>
        <CardFooter>
          <span>
            Changes apply within a second.
            {max === null
              ? null
              : ` Custom limits go up to ${numberText(max)} per second; only the server's operator can set more.`}
          </span>
          <SubmitButton>Save limits</SubmitButton>
        </CardFooter>
      </Form>
    </Card>
  );
}

function perTime(limit: LimitRow["usual"]): string {
  if (!limit) return "no limit";
  const { count, window_seconds: seconds } = limit;
  const unit = seconds === 1 ? "second" : seconds === 60 ? "minute" : `${seconds} seconds`;
  return `${numberText(count)} a ${unit}`;
}
