"use client";

import { toast } from "sonner";
import { type Address, at, call } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { NotLoaded } from "@/app/(dashboard)/p/[project]/settings/not-loaded";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { Form, FormError, FormField, type FormOf, SubmitButton, useSchemaForm } from "@/components/form";
import { PageHeader } from "@/components/page-header";
import { Card, CardFooter } from "@/components/ui/card";
import { InputGroup } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type LimitRow, limitsInput } from "@/lib/accounts/projects/schema";

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
};

export function Limits() {
  const path = at("/projects/:project/limits", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  return (
    <>
      <PageHeader
        title="Limits"
        description="How often the interfaces may be called. Whoever calls more often is answered 429 and told when to try again."
      />
      {data ? <LimitsCard path={path} rows={data.limits} /> : <NotLoaded error={error} retry={refetch} />}
    </>
  );
}

function LimitsCard({ path, rows }: { path: Address<"/projects/:project/limits">; rows: LimitRow[] }) {
  const refresh = useRefresh();
  const reason = useLacking("limits.write");
  const form: LimitsForm = useSchemaForm<Settings, Settings>(limitsInput, {
    values: Object.fromEntries(rows.map((row) => [row.group, row.setting])),
  });
  const { dirtyFields } = form.formState;
  const most = rows.reduce<number | null>(
    (least, row) => (row.most === null || (least !== null && least < row.most) ? least : row.most),
    null,
  );
  return (
    <Card>
      <Form
        form={form}
        onSubmit={async (values) => {
          const changed = Object.fromEntries(
            Object.entries(values).filter(([group]) => group in dirtyFields),
          );
          await call("PUT", path, changed);
          form.reset(form.getValues());
          await refresh(path);
          toast.success("Limits saved");
        }}
      >
        <FormError className="m-5 mb-1" />
        <ul className="divide-y">
          {rows.map((row) => (
            <LimitField key={row.group} form={form} row={row} disabled={Boolean(reason)} />
          ))}
        </ul>
        <CardFooter>
          <span>
            A change holds within a second.
            {most === null
              ? null
              : ` Own limits go up to ${most.toLocaleString()} a second; more is for the operator of this server to set.`}
          </span>
          {reason ? <span>{reason}.</span> : <SubmitButton>Save limits</SubmitButton>}
        </CardFooter>
      </Form>
    </Card>
  );
}

function perTime(limit: LimitRow["usual"]): string {
  if (!limit) return "no limit";
  const { count, window_seconds: seconds } = limit;
  const unit = seconds === 1 ? "second" : seconds === 60 ? "minute" : `${seconds} seconds`;
  return `${count.toLocaleString()} a ${unit}`;
}

function LimitField({ form, row, disabled }: { form: LimitsForm; row: LimitRow; disabled: boolean }) {
  return (
    <li className="grid items-start gap-x-8 gap-y-3 px-5 py-4 md:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid gap-0.5">
        <h2 className="font-medium text-sm">{names[row.group]}</h2>
        <p className="text-muted text-sm">{row.meaning}</p>
      </div>
      <FormField
        form={form}
        name={row.group}
        label={<span className="sr-only">{names[row.group]}, kind</span>}
      >
        {({ value, onChange, ref, ...control }) => (
          <div className="flex gap-2">
            <Select
              {...control}
              className="w-44 max-sm:flex-1"
              disabled={disabled}
              value={typeof value === "number" ? "own" : value === "off" ? "off" : "usual"}
              options={[
                { value: "usual", label: `Usual: ${perTime(row.usual)}` },
                { value: "own", label: "Own limit" },
                ...(row.most === null || row.setting === "off" ? [{ value: "off", label: "No limit" }] : []),
              ]}
              onValueChange={(kind) =>
                onChange(kind === "off" ? "off" : kind === "own" ? (row.effective?.count ?? 100) : null)
              }
            />
            {typeof value === "number" ? (
              <InputGroup
                ref={ref}
                className="flex-1"
                aria-label={`${names[row.group]}, calls a second`}
                aria-invalid={control["aria-invalid"]}
                inputMode="numeric"
                disabled={disabled}
                value={Number.isNaN(value) ? "" : value}
                after="a second"
                onChange={(event) =>
                  onChange(event.target.value === "" ? Number.NaN : Number(event.target.value))
                }
              />
            ) : null}
          </div>
        )}
      </FormField>
    </li>
  );
}
