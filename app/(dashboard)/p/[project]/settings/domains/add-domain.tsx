"use client";

import { toast } from "sonner";
import { type Address, call } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { useDetails } from "@/app/(dashboard)/p/[project]/settings/use-details";
import { confirm } from "@/components/confirm";
import { UrlField } from "@/components/fields";
import { useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { domainInput } from "@/lib/accounts/projects/domains/schema";

type AddDomainProps = {
  path: Address<"/projects/:project/domains">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function AddDomain({ path, open, onOpenChange }: AddDomainProps) {
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
