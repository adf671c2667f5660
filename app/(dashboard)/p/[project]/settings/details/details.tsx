"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Form, FormError, FormField, SubmitButton, useSchemaForm } from "@/components/form";
import { PageHeader } from "@/components/page-header";
import { Card, CardBody, CardFooter } from "@/components/ui/card";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { type ProjectChanges, projectChanges } from "@/lib/projects/schema";
import { call } from "../../../../api";
import type { Project } from "../../../../contract";
import { useRefresh } from "../../../../data";
import { EndedLinksControl, endedHint } from "../../../../ended-links-control";
import { ProjectFields } from "../../../../project-fields";
import { useLacking } from "../../../../roles";
import { RecutNote } from "../../recut-note";
import { NotLoaded } from "../not-loaded";
import { useDetails } from "../use-details";
import { RecutDialog } from "./recut-dialog";

export function Details() {
  const { data, error, refetch } = useDetails();
  return (
    <>
      <PageHeader
        title="Details"
        description="What the project is called, and how its figures are counted."
      />
      <RecutNote />
      {data ? <DetailsForm project={data} /> : <NotLoaded error={error} retry={refetch} className="h-110" />}
    </>
  );
}

function DetailsForm({ project }: { project: Project }) {
  const refresh = useRefresh();
  const reason = useLacking("project.write");
  const { name, platforms, time_zone, currency, website, ended_links } = project;
  const [asked, setAsked] = useState<Partial<ProjectChanges> | null>(null);
  const form = useSchemaForm(projectChanges, {
    values: {
      name,
      platforms: platforms as ("IOS" | "ANDROID")[],
      time_zone,
      currency,
      website: website ?? "",
      ended_links,
    },
  });
  const { isDirty, dirtyFields } = form.formState;
  async function save(changed: Partial<ProjectChanges>) {
    await call("PATCH", `/projects/${project.id}`, changed);
    form.reset(form.getValues());
    await refresh(`/projects/${project.id}`, "/me");
    toast.success("Details saved");
  }
  return (
    <Card>
      <UnsavedGuard dirty={isDirty} />
      <Form
        form={form}
        onSubmit={async (values) => {
          // Only what was changed: somebody else may have changed the rest meanwhile.
          const changed = Object.fromEntries(Object.entries(values).filter(([key]) => key in dirtyFields));
          if (("time_zone" in changed || "currency" in changed) && project.has_figures) setAsked(changed);
          else await save(changed);
        }}
      >
        <CardBody className="grid gap-5 pt-5">
          <FormError />
          <ProjectFields
            form={form}
            counted={project.has_figures}
            changing={Boolean(project.recut && project.recut.state !== "FAILED")}
            disabled={Boolean(reason)}
          />
          <FormField form={form} name="ended_links" label="Ended links" hint={endedHint}>
            {({ onChange, name: _, ...control }) => (
              <EndedLinksControl
                {...control}
                disabled={Boolean(reason)}
                onChange={(to) => onChange(to ?? undefined)}
              />
            )}
          </FormField>
        </CardBody>
        <CardFooter>
          <span className="num">
            Project {project.id} · <span className="font-mono text-xs">{project.slug}</span>
          </span>
          {reason ? <span>{reason}.</span> : <SubmitButton>Save changes</SubmitButton>}
        </CardFooter>
      </Form>
      <RecutDialog
        asked={asked}
        onClose={() => setAsked(null)}
        onConfirm={(amounts) => save({ ...asked, ...(asked?.currency ? { amounts } : {}) })}
      />
    </Card>
  );
}
