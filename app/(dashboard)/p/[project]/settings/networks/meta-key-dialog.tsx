"use client";

import { toast } from "sonner";
import { z } from "zod";
import { type Address, call } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { CodeField, PasswordField } from "@/components/fields";
import { useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import type { MetaKeySet } from "@/lib/attribution/meta-key/schema";

/** The server reads both; here nothing that decrypts is loaded. */
const typed = z.object({ key: z.string().trim().min(1, "Paste the key."), sample: z.string() });

export function MetaKeyDialog({
  path,
  open,
  onClose,
}: {
  path: Address<"/projects/:project/networks/meta-key">;
  open: boolean;
  onClose: () => void;
}) {
  const refresh = useRefresh();
  const form = useSchemaForm(typed, { values: { key: "", sample: "" } });
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        form.reset();
        onClose();
      }}
      title="Key for Meta’s install referrer"
      form={form}
      submit="Set the key"
      onSubmit={async (values) => {
        const done = await call("PUT", path, values);
        form.reset();
        await refresh(path);
        toast.success(done.sample ? `The key opens the sample: ${saysOf(done.sample)}` : "The key is set", {
          ...(done.decided_anew > 0
            ? { description: `${done.decided_anew} installs of the last 24 hours are decided anew.` }
            : {}),
        });
      }}
    >
      <PasswordField
        form={form}
        name="key"
        label="Install referrer decryption key"
        hint="In Meta’s App Dashboard: Settings → Basic → Android. 64 characters."
        autoComplete="off"
        className="font-mono"
      />
      <CodeField
        form={form}
        name="sample"
        label="A sample to check it by"
        optional
        hint="A Play referrer with utm_content, or what Meta’s provider answered, as your app logged it. The key must open it."
        rows={5}
      />
    </FormDialog>
  );
}

const saysOf = ({ campaign, ad_set, ad }: NonNullable<MetaKeySet["sample"]>) =>
  [campaign, ad_set, ad].filter((part) => part !== null).join(" / ");
