"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/cn";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { useReturnFocus } from "./return-focus";

export const Dialog = Primitive.Root;

export const overlayStyle =
  "fixed inset-0 z-40 bg-scrim data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out";

type DialogContentProps = Omit<ComponentProps<typeof Primitive.Content>, "title"> & {
  title: ReactNode;
  description?: ReactNode;
};

export function DialogContent({ title, description, className, children, ...props }: DialogContentProps) {
  const { mark, onCloseAutoFocus } = useReturnFocus();
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayStyle} />
      <div className="pointer-events-none fixed inset-0 z-50 grid items-end justify-items-center sm:items-center sm:p-6">
        <Primitive.Content
          onCloseAutoFocus={onCloseAutoFocus}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cn(
            "pointer-events-auto flex max-h-[92dvh] w-full max-w-lg flex-col overflow-hidden border bg-floating shadow-lg outline-none",
            "rounded-t-2xl sm:rounded-xl data-[state=closed]:animate-sink data-[state=open]:animate-rise",
            className,
          )}
          {...props}
        >
          {mark}
          <header className="flex items-start justify-between gap-4 px-5 pt-4.5 pb-1">
            <div className="grid gap-1">
              <Primitive.Title className="font-semibold text-lg tracking-tight">{title}</Primitive.Title>
              {description ? (
                <Primitive.Description className="text-muted text-sm">{description}</Primitive.Description>
              ) : null}
            </div>
            <Primitive.Close asChild>
              <Button variant="ghost" size="icon-sm" aria-label={t("Close")} className="-me-1.5">
                <X />
              </Button>
            </Primitive.Close>
          </header>
          {children}
        </Primitive.Content>
      </div>
    </Primitive.Portal>
  );
}

export function DialogBody({ className, ...props }: ComponentProps<"div">) {
  return (
    <div className={cn("grid min-h-0 grid-cols-1 gap-4 overflow-y-auto px-5 py-4", className)} {...props} />
  );
}

export function DialogFooter({ className, ...props }: ComponentProps<"footer">) {
  return (
    <footer
      className={cn(
        "flex flex-col-reverse gap-2 border-t bg-sunken px-5 py-3 sm:flex-row sm:items-center sm:justify-end",
        className,
      )}
      {...props}
    />
  );
}
