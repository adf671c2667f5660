"use client";

import { useState } from "react";
import { FormField, useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { keyInput } from "@/lib/projects/server-keys/schema";
import { call } from "../../../../api";
import type { NewServerKey } from "../../../../contract";
import { useRefresh } from "../../../../data";

const lives = [
  { value: "0", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
];

const inDays = (days: number) => (days === 0 ? null : new Date(Date.now() + days * 86_400_000).toISOString());

type IssueKeyProps = {
  path: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onIssued: (key: NewServerKey) => void;
};

export function IssueKey({ path, open, onOpenChange, onIssued }: IssueKeyProps) {
  const refresh = useRefresh();
  const [days, setDays] = useState("0");
  const form = useSchemaForm(keyInput, { defaultValues: { name: "", expires_at: null } });
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        setDays("0");
        onOpenChange(next);
      }}
      title="Issue a server key"
      description="It may do everything that the server interface offers for this project."
      form={form}
      submit="Issue key"
      onSubmit={async (values) => {
        const made = await call<NewServerKey>("POST", path, values);
        void refresh(path);
        onIssued(made);
      }}
    >
      <FormField form={form} name="name" label="Name" hint="The program that will use it.">
        {(control) => <Input {...control} autoComplete="off" placeholder="Nightly report" />}
      </FormField>
      <FormField form={form} name="expires_at" label="Expires">
        {({ value: _, onChange, ...control }) => (
          <Select
            {...control}
            value={days}
            options={lives}
            onValueChange={(next) => {
              setDays(next);
              onChange(inDays(Number(next)));
            }}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
