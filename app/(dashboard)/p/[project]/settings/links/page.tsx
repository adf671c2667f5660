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
import { t } from "@/lib/base/languages/texts";
import { domainInput } from "@/lib/projects/domains/schema";

export default function DomainsPage() {
  const path = at("/projects/:project/domains", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  const [adding, setAdding] = useState(false);
  const reason = useMissingRoleText("domains.write");
  return (
    <>
      <PageHeader
        title={t("Domains")}
        description={t("The domains your links use. Campaigns without their own use the primary one.")}
        actions={
          <GatedButton reason={reason} variant="primary" onClick={() => setAdding(true)}>
            <Plus />
            {t("Add domain")}
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
          <EmptyState icon={Globe} title={t("No domains yet")}>
            {t("Links need a domain. Add a subdomain such as links.example.com.")}
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
      title={t("Add domain")}
      description={t("Next you'll get the DNS records to add. Links work once they're verified.")}
      form={form}
      submit={t("Add")}
      onSubmit={async (values) => {
        const isWebsite = project?.website && new URL(project.website).hostname === values.host;
        if (isWebsite && !(await confirm(ofWebsite(values.host)))) throw new Error(t("Nothing was added."));
        await mutate("POST", path, values);
        await refresh(path);
        toast.success(t("{host} was added", { host: values.host }));
      }}
    >
      <UrlField
        form={form}
        name="host"
        label={t("Domain")}
        hint={t("A dedicated subdomain, such as links.example.com.")}
        placeholder="links.example.com"
      />
    </FormDialog>
  );
}

const ofWebsite = (host: string) => ({
  title: t("Use your website's domain for links?"),
  description: t(
    "{host} hosts the project’s website. If it serves links, the website's pages become unreachable, also for links. A subdomain such as links.{host} avoids this.",
    { host },
  ),
  action: t("Add anyway"),
  destructive: true,
});
