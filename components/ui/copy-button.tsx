"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "sonner";
import { cn } from "@/components/cn";
import { t } from "@/lib/base/languages/texts";
import { Button } from "./button";

/** Without `https` or `localhost` the clipboard API is missing; a selection and the old command still work. */
export async function copyText(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "fixed opacity-0";
  // Inside an open dialog, because the dialog takes the focus back from anything outside it.
  (document.activeElement?.closest("[role=dialog]") ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error(t("Your browser doesn't allow copying here."));
}

type CopyButtonProps = {
  value: string;
  /** Names the copied value: "Copy token". Visible if `text` is set, otherwise for screen readers only. */
  label?: string;
  text?: boolean;
  /** For pages whose main action is copying. */
  variant?: "primary";
  autoFocus?: boolean;
  className?: string;
};

export function CopyButton({
  value,
  label = t("Copy"),
  text,
  variant,
  autoFocus,
  className,
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      variant={variant ?? (text ? "secondary" : "ghost")}
      size={text ? "md" : "icon-sm"}
      aria-label={text ? undefined : label}
      className={className}
      autoFocus={autoFocus}
      onClick={(event) => {
        event.stopPropagation();
        copyText(value).then(
          () => setCopied(true),
          () => toast.error(t("Couldn't copy"), { description: t("Select the text and copy it by hand.") }),
        );
      }}
    >
      {copied ? (
        <Check className={cn("size-3.5", variant ? "" : "text-success")} />
      ) : (
        <Copy className="size-3.5" />
      )}
      {text ? label : null}
      <span aria-live="polite" className="sr-only">
        {copied ? t("Copied") : ""}
      </span>
    </Button>
  );
}

/** A short value to copy: a token, a record, a link. */
export function Copyable({ value, label, className }: { value: string; label: string; className?: string }) {
  return (
    <span
      className={cn(
        "inline-flex h-8.5 max-w-full items-center rounded-md border bg-sunken pe-1 ps-2.5 align-middle",
        className,
      )}
    >
      <code className="min-w-0 flex-1 truncate font-mono text-xs">{value}</code>
      <CopyButton value={value} label={label} className="ms-1" />
    </span>
  );
}
