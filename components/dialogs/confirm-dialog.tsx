"use client";

import { AlertDialog as Primitive } from "radix-ui";
import { type ReactNode, useId, useState } from "react";
import { Input } from "@/components/fields/input";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { overlayStyle } from "./dialog";
import { useReturnFocus } from "./return-focus";

export type Confirmation = {
  title: ReactNode;
  /** Describes the effect, and what cannot be undone. */
  description: ReactNode;
  /** The verb of the button that opened the dialog: "Revoke key". */
  action: string;
  destructive?: boolean;
  /** The text to type before the button works, for actions that cannot be undone. */
  typeToConfirm?: string;
  /** If the promise resolves, the dialog closes. If it rejects, the error is shown and the input is kept. */
  onConfirm: () => Promise<unknown>;
  children?: ReactNode;
};

type ConfirmDialogProps = Confirmation & { open: boolean; onOpenChange: (open: boolean) => void };

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { mark, onCloseAutoFocus } = useReturnFocus();
  return (
    <Primitive.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <div className="pointer-events-none fixed inset-0 z-50 grid items-end justify-items-center sm:items-center sm:p-6">
          <Primitive.Content
            onCloseAutoFocus={onCloseAutoFocus}
            className="pointer-events-auto flex max-h-[92dvh] w-full max-w-md flex-col overflow-hidden rounded-t-2xl border bg-floating shadow-lg outline-none data-[state=closed]:animate-sink data-[state=open]:animate-rise sm:rounded-xl"
          >
            {mark}
            <ConfirmBody {...props} />
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function ConfirmBody({
  onOpenChange,
  title,
  description,
  action,
  destructive,
  typeToConfirm,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const inputId = useId();
  const ready = !typeToConfirm || typed.trim() === typeToConfirm;

  async function confirm() {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : t("Something went wrong."));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="flex min-h-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (ready && !busy) void confirm();
      }}
    >
      <div className="grid min-h-0 gap-3 overflow-y-auto px-5 py-4.5">
        <Primitive.Title className="font-semibold text-lg tracking-tight">{title}</Primitive.Title>
        <Primitive.Description asChild>
          <div className="grid gap-2 text-muted text-sm">{description}</div>
        </Primitive.Description>
        {children}
        {typeToConfirm ? (
          <div className="grid gap-1.5">
            <label htmlFor={inputId} className="text-sm">
              {rich("Type <span>{typeToConfirm}</span> to confirm", {
                typeToConfirm,
                span: (text) => <span className="font-medium font-mono text-ink">{text}</span>,
              })}
            </label>
            <Input
              id={inputId}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        ) : null}
        {error ? (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        ) : null}
      </div>
      <footer className="flex flex-col-reverse gap-2 border-t bg-sunken px-5 py-3 sm:flex-row sm:justify-end">
        <Primitive.Cancel asChild>
          <Button>{t("Cancel")}</Button>
        </Primitive.Cancel>
        <Button type="submit" variant={destructive ? "danger" : "primary"} disabled={!ready} loading={busy}>
          {action}
        </Button>
      </footer>
    </form>
  );
}
