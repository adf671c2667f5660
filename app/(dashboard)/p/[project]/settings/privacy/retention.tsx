"use client";

import { useState } from "react";
import { toast } from "sonner";
import { type Address, at, call } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { NotLoaded } from "@/app/(dashboard)/p/[project]/settings/not-loaded";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { Form, FormError, FormField, type FormOf, SubmitButton, useSchemaForm } from "@/components/form";
import { Card, CardFooter, CardHeader } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { InputGroup } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type RetentionRow, retentionInput } from "@/lib/accounts/projects/retention/schema";

type Kind = RetentionRow["kind"];
type Settings = Partial<Record<Kind, RetentionRow["setting"]>>;
type RetentionForm = FormOf<Settings, Settings>;

export function Retention() {
  const path = at("/projects/:project/retention", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  if (!data) return <NotLoaded error={error} retry={refetch} />;
  return <RetentionCard path={path} rows={data.kinds} />;
}

const kept = (days: number | null) => (days === null ? "for ever" : `${days.toLocaleString()} days`);

/** Null: for ever. */
const effectOf = (row: RetentionRow, setting: RetentionRow["setting"]) =>
  setting === null ? row.usual : setting === "ever" ? null : setting;

/** The kinds of which something may be removed that is kept now. */
function shortened(rows: RetentionRow[], values: Settings) {
  return rows.flatMap((row) => {
    const days = effectOf(row, values[row.kind] ?? null);
    return days !== null && (row.effective === null || days < row.effective) ? [{ row, days }] : [];
  });
}

function RetentionCard({
  path,
  rows,
}: {
  path: Address<"/projects/:project/retention">;
  rows: RetentionRow[];
}) {
  const refresh = useRefresh();
  const reason = useLacking("retention.write");
  const [asked, setAsked] = useState<Settings | null>(null);
  const form: RetentionForm = useSchemaForm<Settings, Settings>(retentionInput, {
    values: Object.fromEntries(rows.map((row) => [row.kind, row.setting])),
  });
  const { dirtyFields } = form.formState;

  async function save(values: Settings) {
    const changed = Object.fromEntries(Object.entries(values).filter(([kind]) => kind in dirtyFields));
    await call("PUT", path, changed);
    form.reset(form.getValues());
    await refresh(path);
    toast.success("Periods saved");
  }

  return (
    <Card>
      <Form
        form={form}
        onSubmit={async (values) => {
          if (shortened(rows, values).length > 0) setAsked(values);
          else await save(values);
        }}
      >
        <CardHeader
          title="How long facts are kept"
          description="What is older is removed by whole days, for good. Figures stay as they were counted."
        />
        <FormError className="m-5 mb-1" />
        <ul className="divide-y">
          {rows.map((row) => (
            <PeriodField key={row.kind} form={form} row={row} disabled={Boolean(reason)} />
          ))}
        </ul>
        <CardFooter>
          <span>Installs, users and payments are kept until the person is erased.</span>
          {reason ? <span>{reason}.</span> : <SubmitButton>Save periods</SubmitButton>}
        </CardFooter>
      </Form>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title="Remove what is older?"
        description={
          <>
            <ul className="grid list-disc gap-1 pl-5">
              {shortened(rows, asked ?? {}).map(({ row, days }) => (
                <li key={row.kind}>
                  {row.label} older than {kept(days)}
                </li>
              ))}
            </ul>
            <p>The removal begins within ten minutes and cannot be undone.</p>
          </>
        }
        action="Remove and save"
        destructive
        onConfirm={() => save(asked ?? {})}
      />
    </Card>
  );
}

function PeriodField({ form, row, disabled }: { form: RetentionForm; row: RetentionRow; disabled: boolean }) {
  return (
    <li className="grid items-start gap-x-8 gap-y-3 px-5 py-4 md:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid gap-0.5">
        <h2 className="font-medium text-sm">{row.label}</h2>
        <p className="text-muted text-sm">{row.meaning}</p>
        {row.removed_before ? (
          <p className="text-muted text-sm">Removed before {dayOf(row.removed_before)}.</p>
        ) : null}
      </div>
      <FormField form={form} name={row.kind} label={<span className="sr-only">{row.label}, kept</span>}>
        {({ value, onChange, ref, ...control }) => (
          <div className="flex gap-2">
            <Select
              {...control}
              className="w-44 max-sm:flex-1"
              disabled={disabled}
              value={typeof value === "number" ? "own" : value === "ever" ? "ever" : "usual"}
              options={[
                { value: "usual", label: `Usual: ${kept(row.usual)}` },
                { value: "own", label: "Own period" },
                { value: "ever", label: "For ever" },
              ]}
              onValueChange={(kind) =>
                onChange(kind === "ever" ? "ever" : kind === "own" ? (row.effective ?? 400) : null)
              }
            />
            {typeof value === "number" ? (
              <InputGroup
                ref={ref}
                className="flex-1"
                aria-label={`${row.label}, days`}
                aria-invalid={control["aria-invalid"]}
                inputMode="numeric"
                disabled={disabled}
                value={Number.isNaN(value) ? "" : value}
                after="days"
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

const dayOf = (day: string) =>
  new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));
