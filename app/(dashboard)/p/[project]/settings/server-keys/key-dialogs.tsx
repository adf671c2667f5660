"use client";

import { toast } from "sonner";
import { useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useLast } from "@/components/use-last";
import { When } from "@/components/when";
import { overlapInput } from "@/lib/projects/schema";
import { call } from "../../../../api";
import type { NewServerKey, ServerKey } from "../../../../contract";
import { useRefresh } from "../../../../data";
import { OverlapField } from "../overlap-field";

type KeyDialogProps = { path: string; subject: ServerKey | null; onClose: () => void };

export function RollKey({
  path,
  subject: chosen,
  onClose,
  onIssued,
}: KeyDialogProps & { onIssued: (key: NewServerKey) => void }) {
  const refresh = useRefresh();
  const subject = useLast(chosen);
  const form = useSchemaForm(overlapInput, { defaultValues: { overlap_hours: 24 } });
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Roll “${subject?.name ?? ""}”`}
      description="A new key of the same name is issued. Both work until you have changed your program over."
      form={form}
      submit="Roll key"
      onSubmit={async (values) => {
        const made = await call<NewServerKey>("POST", `${path}/${subject?.id}/roll`, values);
        void refresh(path);
        onIssued(made);
      }}
    >
      <OverlapField
        form={form}
        label="The old key goes on working"
        hint="After that, a program that still sends it is answered 401."
      />
    </FormDialog>
  );
}

export function RevokeKey({ path, subject: chosen, onClose }: KeyDialogProps) {
  const refresh = useRefresh();
  const subject = useLast(chosen);
  return (
    <ConfirmDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke “${subject?.name ?? ""}”?`}
      description={
        <>
          <p>Programs that send it are answered 401 within a second. A revoked key does not come back.</p>
          {subject?.last_used_at ? (
            <p>
              It was last used <When at={subject.last_used_at} className="font-medium text-ink" />.
            </p>
          ) : (
            <p>It was never used.</p>
          )}
        </>
      }
      action="Revoke key"
      destructive
      onConfirm={async () => {
        await call("DELETE", `${path}/${subject?.id}`);
        await refresh(path);
        toast.success(`Key “${subject?.name}” is revoked`);
      }}
    />
  );
}
