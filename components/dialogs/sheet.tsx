"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/cn";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { overlayStyle } from "./dialog";
import { useReturnFocus } from "./return-focus";

export const Sheet = Primitive.Root;

type SheetContentProps = Omit<ComponentProps<typeof Primitive.Content>, "title"> & {
  title: ReactNode;
  description?: ReactNode;
};

/** A panel at the right edge for larger forms, next to the visible page. */
export function SheetContent({ title, description, className, children, ...props }: SheetContentProps) {
  const { mark, onCloseAutoFocus } = useReturnFocus();
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={overlayStyle} />
      <Primitive.Content
        onCloseAutoFocus={onCloseAutoFocus}
        {...(description ? {} : { "aria-describedby": undefined })}
        className={cn(
          "fixed inset-y-0 end-0 z-50 flex w-full max-w-xl flex-col border-s bg-floating shadow-lg outline-none",
          "data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in",
          className,
        )}
        {...props}
      >
        {mark}
        <header className="flex items-start justify-between gap-4 border-b px-5 py-3.5">
          <div className="grid gap-0.5">
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
    </Primitive.Portal>
  );
}

export function SheetBody({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("min-h-0 flex-1 overflow-y-auto px-5 py-5", className)} {...props} />;
}

export function SheetFooter({ className, ...props }: ComponentProps<"footer">) {
  return (
    <footer
      className={cn("flex items-center justify-end gap-2 border-t bg-sunken px-5 py-3", className)}
      {...props}
    />
  );
}
