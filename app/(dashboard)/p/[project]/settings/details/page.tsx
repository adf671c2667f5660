"use client";

import { useState } from "react";
import { toast } from "sonner";
import { at, get, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { endedLabel } from "@/app/(dashboard)/shell/ended-links";
import { EndedLinksControl, endedHint } from "@/app/(dashboard)/shell/ended-links-control";
import { RecalculationNote } from "@/app/(dashboard)/shell/figures/recalculation-note";
import { changedFields, type KnownVersion, saveOrMerge } from "@/app/(dashboard)/shell/merge";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { ProjectFields } from "@/app/(dashboard)/shell/project-fields";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { plainText, useConflicts } from "@/app/(dashboard)/shell/use-conflicts";
import { useProjectDetails } from "@/app/(dashboard)/shell/use-details";
import { confirm } from "@/components/dialogs/confirm";
import { Form, FormError, FormField, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { PageHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { Card, CardBody, CardFooter } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { type MemberProject, type ProjectChanges, projectChanges } from "@/lib/projects/schema";

export default function Details() {
  const { data, error, refetch } = useProjectDetails();
  return (
    <>
      <PageHeader
        title={t("Details")}
        description={t("The project's name, and how its figures are calculated.")}
      />
      <RecalculationNote />
      {data ? <DetailsForm project={data} /> : <NotLoaded error={error} retry={refetch} className="h-110" />}
    </>
  );
}

const valuesOf = (project: MemberProject) => ({
  name: project.name,
  platforms: project.platforms as ("IOS" | "ANDROID")[],
  time_zone: project.time_zone,
  currency: project.currency,
  week_starts_on: project.week_starts_on,
  website: project.website ?? "",
  ended_links: project.ended_links,
});

const known = (project: MemberProject): KnownVersion => ({
  values: valuesOf(project),
  seen: project.update_at,
});

const labels: Record<string, string> = {
  name: t("Name"),
  platforms: t("Platforms"),
  time_zone: t("Time zone"),
  currency: t("Currency"),
  week_starts_on: t("First day of the week"),
  website: t("Website"),
  ended_links: t("Ended links"),
};

const texts = {
  label: (field: string) => labels[field] ?? field,
  text: (field: string, value: unknown) =>
    field === "ended_links" ? endedLabel(String(value)) : plainText(value),
};

function DetailsForm({ project }: { project: MemberProject }) {
  const refresh = useRefresh();
  const reason = useMissingRoleText("project.write");
  const form = useSchemaForm(projectChanges, { values: valuesOf(project) });
  const { data: domains } = useGet(at("/projects/:project/domains", { project: project.id }));
  const { isDirty, dirtyFields } = form.formState;
  // Changes are compared with the values at the start of the edit, even if newer ones are loaded.
  const [base, setBase] = useState(project);
  if (!isDirty && base !== project) setBase(project);
  const { resolve: chooseValues, dialog } = useConflicts(texts);
  async function save({ amounts, ...edited }: Partial<ProjectChanges>) {
    const path = at("/projects/:project", { project: project.id });
    const read = () => get(path);
    const saved = await saveOrMerge({
      base: known(base),
      ours: edited,
      send: (changes, { seen }) =>
        mutate("PATCH", path, { ...changes, ...(amounts ? { amounts } : {}), seen }),
      read: async () => known(await read()),
      resolve: chooseValues,
    });
    form.reset(valuesOf(saved ?? (await read())), { keepDirtyValues: false });
    await refresh(at("/projects/:project", { project: project.id }), "/me");
    toast.success(saved ? t("Details saved") : t("Conflicting changes were kept"));
  }
  return (
    <Card>
      <Form
        form={form}
        lacking={reason}
        onSubmit={async (values) => {
          // Only the changed fields, because another member may have changed the rest.
          const changed = changedFields(values, dirtyFields);
          if (("time_zone" in changed || "currency" in changed) && project.has_figures) {
            void confirmRecalculation(changed, (amounts) =>
              save({ ...changed, ...(changed.currency ? { amounts } : {}) }),
            );
          } else await save(changed);
        }}
      >
        <CardBody className="grid gap-5 pt-5">
          <FormError />
          <ProjectFields
            form={form}
            counted={project.has_figures}
            linkHosts={domains?.domains.filter(({ verified }) => verified).map(({ host }) => host) ?? []}
            changing={Boolean(project.recalculation && project.recalculation.state !== "FAILED")}
          />
          <FormField form={form} name="ended_links" label={t("Ended links")} hint={endedHint}>
            {({ onChange, name: _, ...control }) => (
              <EndedLinksControl {...control} onChange={(to) => onChange(to ?? undefined)} />
            )}
          </FormField>
        </CardBody>
        <CardFooter>
          <span className="num">
            {rich("Project {id} · <span>{slug}</span>", {
              id: project.id,
              slug: project.slug,
              span: (text) => <span className="font-mono text-xs">{text}</span>,
            })}
          </span>
          <SubmitButton>{t("Save changes")}</SubmitButton>
        </CardFooter>
      </Form>
      {dialog}
    </Card>
  );
}

type Amounts = NonNullable<ProjectChanges["amounts"]>;

/** A new time zone or currency requires a recalculation of all figures. */
function confirmRecalculation(
  { time_zone: timeZone, currency }: Partial<ProjectChanges>,
  recalculate: (amounts: Amounts) => Promise<void>,
) {
  const named = [
    timeZone && t("in {timeZone} days", { timeZone }),
    currency && t("in {currency}", { currency }),
  ].filter(Boolean);
  return confirm<Amounts>({
    title: t("Recalculate {named}?", { named: named.join(" and ") }),
    description: (
      <>
        <p>
          {t(
            "All figures are recalculated in the background. Reports stay as they are until it's done, then switch over at once. Apps and links keep working.",
          )}
        </p>
        {timeZone ? (
          <ul className="grid list-disc gap-1 ps-5">
            <li>{t("Retention and unique users follow shortly after.")}</li>
            <li>
              {t("Cairn stores the hour only of each install's last app open. Earlier ones keep their day.")}
            </li>
            <li>{t("Spend stays on the days it was reported for.")}</li>
            <li>{t("Days whose clicks or events were deleted keep their figures.")}</li>
          </ul>
        ) : null}
        {currency ? (
          <p>
            {t(
              "Spend is converted with your exchange rates. Apps send plain numbers: from now on they're read as {currency}. Limits in conversion rules keep their numbers.",
              { currency },
            )}
          </p>
        ) : null}
      </>
    ),
    action: t("Recalculate"),
    choices: currency
      ? {
          label: t("Amounts sent so far"),
          options: [
            {
              value: "convert",
              label: t("Convert existing amounts"),
              hint: t("Using each day's exchange rate."),
            },
            {
              value: "keep",
              label: t("They were in {currency} all along", { currency }),
              hint: t("Keep the numbers; only the currency setting was wrong."),
            },
          ],
        }
      : undefined,
    onConfirm: recalculate,
  });
}
