"use client";

import { toast } from "sonner";
import { DefaultOrCustom } from "@/app/(dashboard)/settings/default-or-custom";
import { type ApiAddress, at, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { Form, FormError, type FormOf, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { fullDay, numberText } from "@/components/format";
import { Card, CardFooter, CardHeader } from "@/components/ui/card";
import { t, translated } from "@/lib/base/languages/texts";
import { type RetentionRow, retentionInput } from "@/lib/projects/retention/schema";

type Kind = RetentionRow["kind"];
type Settings = Partial<Record<Kind, RetentionRow["setting"]>>;
type RetentionForm = FormOf<Settings, Settings>;

export function RetentionSettings() {
  const path = at("/projects/:project/retention", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  if (!data) return <NotLoaded error={error} retry={refetch} />;
  return <RetentionCard path={path} rows={data.kinds} />;
}

const period = (days: number | null) =>
  days === null ? "forever" : t("{days} days", { days: numberText(days) });

/** Null means unlimited retention. */
const effectOf = (row: RetentionRow, setting: RetentionRow["setting"]) =>
  setting === null ? row.usual : setting === "ever" ? null : setting;

/** The kinds of data with a shorter retention, of which stored data may be removed. */
function shortened(rows: RetentionRow[], values: Settings) {
  return rows.flatMap((row) => {
    const days = effectOf(row, values[row.kind] ?? null);
    return days !== null && (row.effective === null || days < row.effective) ? [{ row, days }] : [];
  });
}

const removalOf = (lost: ReturnType<typeof shortened>) => ({
  title: t("Delete older data?"),
  description: (
    <>
      <ul className="grid list-disc gap-1 ps-5">
        {lost.map(({ row, days }) => (
          <li key={row.kind}>
            {t("{label} older than {days}", { label: translated(row.label), days: period(days) })}
          </li>
        ))}
      </ul>
      <p>{t("Deletion starts within ten minutes and can't be undone.")}</p>
    </>
  ),
  action: t("Delete and save"),
  destructive: true,
});

function RetentionCard({
  path,
  rows,
}: {
  path: ApiAddress<"/projects/:project/retention">;
  rows: RetentionRow[];
}) {
  const refresh = useRefresh();
  const reason = useMissingRoleText("retention.write");
  const form: RetentionForm = useSchemaForm<Settings, Settings>(retentionInput, {
    values: Object.fromEntries(rows.map((row) => [row.kind, row.setting])),
  });
  const { dirtyFields } = form.formState;

  async function save(values: Settings) {
    const changed = Object.fromEntries(Object.entries(values).filter(([kind]) => kind in dirtyFields));
    await mutate("PUT", path, changed);
    form.reset(form.getValues());
    await refresh(path);
    toast.success(t("Retention saved"));
  }

  return (
    <Card>
      <Form
        form={form}
        lacking={reason}
        onSubmit={async (values) => {
          const lost = shortened(rows, values);
          if (lost.length === 0) await save(values);
          else void confirm({ ...removalOf(lost), onConfirm: () => save(values) });
        }}
      >
        <CardHeader
          title={t("Data retention")}
          description={t("Older data is permanently deleted, a whole day at a time. Figures don't change.")}
        />
        <FormError className="m-5 mb-1" />
        <ul className="divide-y">
          {rows.map((row) => (
            <DefaultOrCustom
              key={row.kind}
              form={form}
              name={row.kind}
              title={translated(row.label)}
              labels={{
                kind: t("{label}, kept", { label: translated(row.label) }),
                count: t("{label}, days", { label: translated(row.label) }),
              }}
              meaning={translated(row.meaning)}
              note={
                row.removed_before
                  ? t("Deleted before {removed_before}.", { removed_before: fullDay(row.removed_before) })
                  : undefined
              }
              usual={period(row.usual)}
              own={t("Custom period")}
              unlimited={{ value: "ever", label: t("Forever") }}
              unit="days"
              start={row.effective ?? 400}
            />
          ))}
        </ul>
        <CardFooter>
          <span>{t("Installs, users and payments are kept until the user is erased.")}</span>
          <SubmitButton>{t("Save retention")}</SubmitButton>
        </CardFooter>
      </Form>
    </Card>
  );
}
