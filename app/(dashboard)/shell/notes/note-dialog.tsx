"use client";

import { toast } from "sonner";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { t } from "@/lib/base/languages/texts";
import { annotationInput } from "@/lib/reporting/annotations/schema";

/** A new note does not have an ID yet. */
export type NoteDraft = { id: number | null; day: string; text: string };
export type NotesPath = ApiAddress<"/projects/:project/annotations">;

type NoteDialogProps = { path: NotesPath; note: NoteDraft; open: boolean; onClose: () => void };

export function NoteDialog({ path, note, open, onClose }: NoteDialogProps) {
  const refresh = useRefresh();
  const form = useSchemaForm(annotationInput, { values: { day: note.day, text: note.text } });
  const isNew = note.id === null;
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={isNew ? t("Add note") : t("Edit note")}
      description={t("Everyone in the project sees it, on every chart that shows this day.")}
      form={form}
      submit={isNew ? t("Add note") : t("Save note")}
      onSubmit={async (values) => {
        if (note.id === null) await mutate("POST", path, values);
        else await mutate("PUT", child(path, "/:id", { id: note.id }), values);
        await refresh(path);
        toast.success(isNew ? t("Note added") : t("Note saved"));
      }}
    >
      <TextField form={form} name="day" label={t("Day")} type="date" required />
      <TextField
        form={form}
        name="text"
        label={t("Note")}
        placeholder={t("App Store feature starts")}
        maxLength={200}
        required
      />
    </FormDialog>
  );
}
