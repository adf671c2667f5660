import { CircleAlert } from "lucide-react";
import { Label as Primitive } from "radix-ui";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "@/components/cn";
import { t } from "@/lib/base/languages/texts";

export type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
};

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  optional?: boolean;
  /** The label is next to the control instead of above it: for switches and checkboxes. */
  inline?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
};

/** A control with its label and its hint or error, connected for screen readers. */
export function Field({ label, hint, error, required, optional, inline, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const control = children({
    id,
    "aria-describedby": error ? errorId : hint ? hintId : undefined,
    "aria-invalid": error ? true : undefined,
    "aria-required": required || undefined,
  });
  const caption = (
    <Label htmlFor={id} className="flex items-baseline gap-1.5">
      {label}
      {optional ? <span className="font-normal text-faint text-xs">{t("optional")}</span> : null}
    </Label>
  );
  // An error replaces the hint in the same place, so that the layout does not move.
  const below = error ? (
    <p id={errorId} className="flex items-start gap-1.5 text-danger text-xs">
      <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden="true" />
      <span>{error}</span>
    </p>
  ) : hint ? (
    <p id={hintId} className="text-muted text-xs">
      {hint}
    </p>
  ) : null;
  if (inline) {
    return (
      <div className={cn("flex items-start gap-3", className)}>
        <span className="flex h-5 items-center">{control}</span>
        <div className="grid gap-0.5">
          {caption}
          {below}
        </div>
      </div>
    );
  }
  return (
    <div className={cn("grid content-start gap-1.5", className)}>
      {caption}
      {control}
      {below}
    </div>
  );
}

function Label({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root className={cn("font-medium text-ink text-sm", className)} {...props} />;
}
