"use client";

import { type Address, call, within } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { OverlapField } from "@/app/(dashboard)/p/[project]/settings/overlap-field";
import { useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { useLast } from "@/components/use-last";
import {
  type NewServerKey,
  rotateInput,
  type ShownServerKey,
} from "@/lib/accounts/projects/server-keys/schema";
import { ExpiryField } from "./expiry-field";

export function RotateKey({
  path,
  subject: chosen,
  onClose,
  onIssued,
}: {
  path: Address<"/projects/:project/server-keys">;
  subject: ShownServerKey | null;
  onClose: () => void;
  onIssued: (key: NewServerKey) => void;
}) {
  const refresh = useRefresh();
  const subject = useLast(chosen);
  const form = useSchemaForm(rotateInput, { defaultValues: { overlap_hours: 24 } });
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Rotate “${subject?.name ?? ""}”`}
      description="A new key of the same name is issued. Both work until you have changed your program over."
      form={form}
      submit="Rotate key"
      onSubmit={async (values) => {
        if (!subject) return;
        const made = await call("POST", within(path, "/:id/rotate", { id: subject.id }), values);
        void refresh(path);
        onIssued(made);
      }}
    >
      <OverlapField
        form={form}
        label="The old key goes on working"
        hint="After that, a program that still sends it is answered 401."
      />
      <ExpiryField key={String(chosen?.id)} form={form} before={subject?.expires_at ?? null} />
    </FormDialog>
  );
}
