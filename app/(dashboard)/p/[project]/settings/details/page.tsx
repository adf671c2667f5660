"use client";

import { useState } from "react";
import { toast } from "sonner";
import { at, call, get } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { endedLabel } from "@/app/(dashboard)/ended-links";
import { EndedLinksControl, endedHint } from "@/app/(dashboard)/ended-links-control";
import { changedIn, type Known, saveMerged } from "@/app/(dashboard)/merge";
import { RecalculationNote } from "@/app/(dashboard)/p/[project]/recalculation-note";
import { useDetails } from "@/app/(dashboard)/p/[project]/settings/use-details";
import { NotLoaded } from "@/app/(dashboard)/page-skeleton";
import { ProjectFields } from "@/app/(dashboard)/project-fields";
import { useLacking } from "@/app/(dashboard)/roles";
import { plainText, useConflicts } from "@/app/(dashboard)/use-conflicts";
import { confirm } from "@/components/confirm";
import { Form, FormError, FormField, SubmitButton, useSchemaForm } from "@/components/form";
import { PageHeader } from "@/components/page-header";
import { Card, CardBody, CardFooter } from "@/components/ui/card";
import { type OwnProject, type ProjectChanges, projectChanges } from "@/lib/accounts/projects/schema";

export default function Details() {
  const { data, error, refetch } = useDetails();
  return (
    <>
      <PageHeader
        title="Details"
        description="What the project is called, and how its figures are counted."
      />
      <RecalculationNote />
      {data ? <DetailsForm project={data} /> : <NotLoaded error={error} retry={refetch} className="h-110" />}
    </>
  );
}

const valuesOf = ({ name, platforms, time_zone, currency, website, ended_links }: OwnProject) => ({
  name,
  platforms: platforms as ("IOS" | "ANDROID")[],
  time_zone,
  currency,
  website: website ?? "",
  ended_links,
});

const known = (project: OwnProject): Known => ({ values: valuesOf(project), seen: project.update_at });

const labels: Record<string, string> = {
  name: "Name",
  platforms: "Platforms",
  time_zone: "Time zone",
  currency: "Currency",
  website: "Website",
  ended_links: "Ended links",
};

const words = {
  label: (field: string) => labels[field] ?? field,
  text: (field: string, value: unknown) =>
    field === "ended_links" ? endedLabel(String(value)) : plainText(value),
};

function DetailsForm({ project }: { project: OwnProject }) {
  const refresh = useRefresh();
  const reason = useLacking("project.write");
  const form = useSchemaForm(projectChanges, { values: valuesOf(project) });
  const { data: domains } = useGet(at("/projects/:project/domains", { project: project.id }));
  const { isDirty, dirtyFields } = form.formState;
  // Changes are compared with the values they were typed over, whatever is read meanwhile.
  const [base, setBase] = useState(project);
  if (!isDirty && base !== project) setBase(project);
  const { ask, dialog } = useConflicts(words);
  async function save({ amounts, ...mine }: Partial<ProjectChanges>) {
    const path = at("/projects/:project", { project: project.id });
    const read = () => get(path);
    const saved = await saveMerged({
      base: known(base),
      mine,
      send: (changes, { seen }) => call("PATCH", path, { ...changes, ...(amounts ? { amounts } : {}), seen }),
      read: async () => known(await read()),
      ask,
    });
    form.reset(valuesOf(saved ?? (await read())), { keepDirtyValues: false });
    await refresh(at("/projects/:project", { project: project.id }), "/me");
    toast.success(saved ? "Details saved" : "What was saved meanwhile stays");
  }
  return (
    <Card>
      <Form
        form={form}
        lacking={reason}
        onSubmit={async (values) => {
          // Only what was changed: somebody else may have changed the rest meanwhile.
          const changed = changedIn(values, dirtyFields);
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
          <FormField form={form} name="ended_links" label="Ended links" hint={endedHint}>
            {({ onChange, name: _, ...control }) => (
              <EndedLinksControl {...control} onChange={(to) => onChange(to ?? undefined)} />
            )}
          </FormField>
        </CardBody>
        <CardFooter>
          <span className="num">
            Project {project.id} · <span className="font-mono text-xs">{project.slug}</span>
          </span>
          <SubmitButton>Save changes</SubmitButton>
        </CardFooter>
      </Form>
      {dialog}
    </Card>
  );
}

type Amounts = NonNullable<ProjectChanges["amounts"]>;

/** All that was counted is counted again when days begin elsewhere or amounts are in another currency. */
function confirmRecalculation(
  { time_zone: timeZone, currency }: Partial<ProjectChanges>,
  recalculate: (amounts: Amounts) => Promise<void>,
) {
  const named = [timeZone && `by days of ${timeZone}`, currency && `in ${currency}`].filter(Boolean);
  return confirm<Amounts>({
    title: `Count ${named.join(" and ")}?`,
    description: (
      <>
        <p>
          All figures so far are counted again in the background. Reports stay as they are until that is done,
          then switch all at once. Apps and links go on meanwhile.
        </p>
        {timeZone ? (
          <ul className="grid list-disc gap-1 pl-5">
            <li>Retention and counts of different users follow some moments later.</li>
            <li>Of openings of the app only the last is known by the hour: earlier ones keep their day.</li>
            <li>Spend stays on the days it was told for.</li>
            <li>Days whose clicks or events were removed keep their figures.</li>
          </ul>
        ) : null}
        {currency ? (
          <p>
            Spend is converted by your exchange rates. Apps tell plain numbers: from now on they are read as{" "}
            {currency}. Limits in conversion rules keep their numbers.
          </p>
        ) : null}
      </>
    ),
    action: "Count anew",
    choices: currency
      ? {
          label: "Amounts that apps told so far",
          options: [
            {
              value: "convert",
              label: "Convert what apps told so far",
              hint: "By the exchange rate of each day.",
            },
            {
              value: "keep",
              label: `They were ${currency} all along`,
              hint: "The numbers stay, only the currency was set wrong.",
            },
          ],
        }
      : undefined,
    onConfirm: recalculate,
  });
}
