"use client";

import { type Address, call, within } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { OverlapField } from "@/app/(dashboard)/p/[project]/settings/overlap-field";
import { TextField } from "@/components/fields";
import { useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { useLast } from "@/components/use-last";
import { overlapInput } from "@/lib/accounts/projects/schema";
import {
  type NewSigningKey,
  type ShownSigningKey,
  signingKeyInput,
} from "@/lib/accounts/projects/signing/schema";

type Made = { onMade: (key: NewSigningKey) => void };
type OfKey = {
  path: Address<"/projects/:project/signing">;
  subject: ShownSigningKey | null;
  onClose: () => void;
};

export function MakeKey({
  path,
  open,
  onOpenChange,
  onMade,
}: Made & {
  path: Address<"/projects/:project/signing">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const refresh = useRefresh();
  const form = useSchemaForm(signingKeyInput, { defaultValues: { name: "" } });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Issue a signing key"
      description="Its secret is shown once, to be built into the app."
      form={form}
      submit="Issue key"
      onSubmit={async (values) => {
        const made = await call("POST", within(path, "/keys"), values);
        void refresh(path);
        onMade(made);
      }}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="The app that will use it."
        placeholder="Android app"
      />
    </FormDialog>
  );
}

export function RotateKey({ path, subject: chosen, onClose, onMade }: OfKey & Made) {
  const refresh = useRefresh();
  const subject = useLast(chosen);
  const form = useSchemaForm(overlapInput, { defaultValues: { overlap_hours: 720 } });
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Rotate “${subject?.name ?? ""}”`}
      description="A new key of the same name is made. Installed apps go on signing with the old one until they are updated."
      form={form}
      submit="Rotate key"
      onSubmit={async (values) => {
        if (!subject) return;
        const made = await call("POST", within(path, "/keys/:id/rotate", { id: subject.id }), values);
        void refresh(path);
        onMade(made);
      }}
    >
      <OverlapField
        form={form}
        label="The old key goes on working"
        hint="After that, where signatures are required, calls signed with it are refused and their data is lost."
      />
    </FormDialog>
  );
}
