"use client";

import { toast } from "sonner";
import { FormField, useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { Input } from "@/components/ui/input";
import { domainInput } from "@/lib/projects/domains/schema";
import { call } from "../../../../api";
import { useRefresh } from "../../../../data";

type AddDomainProps = { path: string; open: boolean; onOpenChange: (open: boolean) => void };

export function AddDomain({ path, open, onOpenChange }: AddDomainProps) {
  const refresh = useRefresh();
  const form = useSchemaForm(domainInput, { defaultValues: { host: "" } });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a domain"
      description="Next you are shown the records to enter with your DNS provider. Links work on it once they prove that it is yours."
      form={form}
      submit="Add"
      onSubmit={async (values) => {
        await call("POST", path, values);
        await refresh(path);
        toast.success(`${values.host} was added`);
      }}
    >
      <FormField
        form={form}
        name="host"
        label="Domain"
        hint="A subdomain that is used for nothing else, such as links.example.com."
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            inputMode="url"
            placeholder="links.example.com"
          />
        )}
      </FormField>
    </FormDialog>
  );
}
