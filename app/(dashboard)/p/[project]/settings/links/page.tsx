"use client";

import { Globe, Plus } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { LinkDomainCard } from "@/app/(dashboard)/settings/domains/domain-card";
import { type ApiAddress, at, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { useProjectDetails } from "@/app/(dashboard)/shell/use-details";
import { confirm } from "@/components/dialogs/confirm";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { EmptyState } from "@/components/empty-state";
import { UrlField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { PageHeader } from "@/components/page-header";
import { Card } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { domainInput } from "@/lib/projects/domains/schema";

export default function DomainsPage() {
  const path = at("/projects/:project/domains", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  const [adding, setAdding] = useState(false);
  const reason = useMissingRoleText("domains.write");
  return (
    <>
      <PageHeader
        title="Domains"
        description="The domains your links use. Campaigns without their own use the primary one."
        actions={
          <GatedButton reason={reason} variant="primary" onClick={() => setAdding(true)}>
            <Plus />
            Add domain
          </GatedButton>
        }
      />
      {data ? (
        data.domains.map((domain) => (
          <LinkDomainCard key={domain.id} path={path} domain={domain} reason={reason} />
        ))
      ) : (
        <NotLoaded error={error} retry={refetch} />
      )}
      {data?.domains.length === 0 ? (
        <Card>
          <EmptyState icon={Globe} title="No domains yet">
            Links need a domain. Add a subdomain such as links.example.com.
          </EmptyState>
        </Card>
      ) : null}
      <AddDomain path={path} open={adding} onOpenChange={setAdding} />
    </>
  );
}

type AddDomainProps = {
  path: ApiAddress<"/projects/:project/domains">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function AddDomain({ path, open, onOpenChange }: AddDomainProps) {
  const refresh = useRefresh();
  const form = useSchemaForm(domainInput, { defaultValues: { host: "" } });
  const { data: project } = useProjectDetails();

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add domain"
      description="Next you'll get the DNS records to add. Links work once they're verified."
      form={form}
      submit="Add"
      onSubmit={async (values) => {
        const isWebsite = project?.website && new URL(project.website).hostname === values.host;
        if (isWebsite && !(await confirm(ofWebsite(values.host)))) throw new Error("Nothing was added.");
        await mutate("POST", path, values);
        await refresh(path);
        toast.success(`${values.host} was added`);
      }}
    >
      <UrlField
        form={form}
        name="host"
        label="Domain"
        hint="A dedicated subdomain, such as links.example.com."
        placeholder="links.example.com"
      />
    </FormDialog>
  );
}

const ofWebsite = (host: string) => ({
  title: "Use your website's domain for links?",
  description: `${host} hosts the project’s website. If it serves links, the website's pages become unreachable, also for links. A subdomain such as links.${host} avoids this.`,
  action: "Add anyway",
  destructive: true,
});
