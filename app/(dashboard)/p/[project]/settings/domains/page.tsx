"use client";

import { Globe, Plus } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { type Address, at, call } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { useDetails } from "@/app/(dashboard)/p/[project]/settings/use-details";
import { NotLoaded } from "@/app/(dashboard)/page-skeleton";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { confirm } from "@/components/confirm";
import { EmptyState } from "@/components/empty-state";
import { UrlField } from "@/components/fields";
import { useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { GatedButton } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { Card } from "@/components/ui/card";
import { domainInput } from "@/lib/accounts/projects/domains/schema";
import { DomainCard } from "./domain-card";

export default function Domains() {
  const path = at("/projects/:project/domains", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  const [adding, setAdding] = useState(false);
  const reason = useLacking("domains.write");
  return (
    <>
      <PageHeader
        title="Domains"
        description="The hosts that the links of this project live on. A campaign without one of its own uses the primary one."
        actions={
          <GatedButton reason={reason} variant="primary" onClick={() => setAdding(true)}>
            <Plus />
            Add a domain
          </GatedButton>
        }
      />
      {data ? (
        data.domains.map((domain) => (
          <DomainCard key={domain.id} path={path} domain={domain} reason={reason} />
        ))
      ) : (
        <NotLoaded error={error} retry={refetch} />
      )}
      {data?.domains.length === 0 ? (
        <Card>
          <EmptyState icon={Globe} title="No domain yet">
            Links need a host. Add a subdomain of yours, such as links.example.com.
          </EmptyState>
        </Card>
      ) : null}
      <AddDomain path={path} open={adding} onOpenChange={setAdding} />
    </>
  );
}

type AddDomainProps = {
  path: Address<"/projects/:project/domains">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function AddDomain({ path, open, onOpenChange }: AddDomainProps) {
  const refresh = useRefresh();
  const form = useSchemaForm(domainInput, { defaultValues: { host: "" } });
  const { data: project } = useDetails();

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a domain"
      description="Next you are shown the records to enter with your DNS provider. Links work on it once they prove that it is yours."
      form={form}
      submit="Add"
      onSubmit={async (values) => {
        const isWebsite = project?.website && new URL(project.website).hostname === values.host;
        if (isWebsite && !(await confirm(ofWebsite(values.host)))) throw new Error("Nothing was added.");
        await call("POST", path, values);
        await refresh(path);
        toast.success(`${values.host} was added`);
      }}
    >
      <UrlField
        form={form}
        name="host"
        label="Domain"
        hint="A subdomain that is used for nothing else, such as links.example.com."
        placeholder="links.example.com"
      />
    </FormDialog>
  );
}

const ofWebsite = (host: string) => ({
  title: "Use the website’s own host for links?",
  description: `${host} is where the project’s website is. Once it serves links, visitors who would be sent to the website would come round again: no link leads to the website any more, and the pages there are not reached. A subdomain of its own, such as links.${host}, changes nothing else.`,
  action: "Add it all the same",
  destructive: true,
});
