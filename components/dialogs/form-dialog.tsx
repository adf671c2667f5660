"use client";

import { type ReactNode, useEffect } from "react";
import type { FieldValues } from "react-hook-form";
import { Form, FormError, type FormOf, SubmitButton } from "@/components/fields/form";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { confirm } from "./confirm";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "./dialog";
import { Sheet, SheetBody, SheetContent, SheetFooter } from "./sheet";

type FormDialogProps<Input extends FieldValues, Output> = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  form: FormOf<Input, Output>;
  onSubmit: (values: Output) => Promise<unknown>;
  submit: string;
  /** For forms of more than a handful of fields. */
  sheet?: boolean;
  /** Replaces the form after it is saved, and keeps the dialog open; null before. */
  saved?: { title: ReactNode; children: ReactNode } | null;
  children: ReactNode;
};

/**
 * A form in a dialog or a sheet. It closes when saved, unless there is something to show, and asks before it discards
 * input.
 */
export function FormDialog<Input extends FieldValues, Output>({
  open,
  onOpenChange,
  title,
  description,
  form,
  onSubmit,
  submit,
  sheet,
  saved,
  children,
}: FormDialogProps<Input, Output>) {
  const { isDirty, isSubmitting } = form.formState;
  const { reset } = form;

  useEffect(() => {
    // Clears discarded input and values of another row.
    if (open) reset(undefined, { keepDirtyValues: false });
  }, [open, reset]);

  function change(next: boolean) {
    if (next || isSubmitting) return;
    if (!isDirty || saved) return onOpenChange(false);
    void confirm({
      title: t("Discard changes?"),
      description: t("Your changes haven't been saved."),
      action: t("Discard"),
      destructive: true,
      onConfirm: async () => onOpenChange(false),
    });
  }

  async function save(values: Output) {
    await onSubmit(values);
    if (saved === undefined) onOpenChange(false);
  }

  const [Root, Content, Body, Footer] = sheet
    ? ([Sheet, SheetContent, SheetBody, SheetFooter] as const)
    : ([Dialog, DialogContent, DialogBody, DialogFooter] as const);

  return (
    <Root open={open} onOpenChange={change}>
      <Content title={saved?.title ?? title} description={description}>
        {saved ? (
          saved.children
        ) : (
          <Form form={form} onSubmit={save} className="flex min-h-0 flex-1 flex-col">
            <Body className="grid content-start gap-4">
              <FormError />
              {children}
            </Body>
            <Footer>
              <Button onClick={() => change(false)}>{t("Cancel")}</Button>
              <SubmitButton always>{submit}</SubmitButton>
            </Footer>
          </Form>
        )}
      </Content>
    </Root>
  );
}
