import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";

type AppSectionProps = {
  title: string;
  description: string;
  /** The words of the button that adds one. */
  add: string;
  onAdd: () => void;
  disabled: boolean;
  error: string | undefined;
  children: ReactNode;
};

/** The apps of one system. */
export function AppSection({ title, description, add, onAdd, disabled, error, children }: AppSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4 px-5 py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid max-w-prose min-w-0 gap-0.5">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          <p className="text-muted text-sm">{description}</p>
        </div>
        <Button size="sm" disabled={disabled} onClick={onAdd}>
          <Plus className="size-3.5" />
          {add}
        </Button>
      </div>
      {error ? <p className="text-danger text-xs">{error}</p> : null}
      {children}
    </section>
  );
}

/** One app, as a box that can be taken away. */
export function AppBox({
  label,
  onRemove,
  disabled,
  children,
}: {
  label: string;
  onRemove: () => void;
  disabled: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset className="relative grid min-w-0 grid-cols-1 gap-4 rounded-lg border bg-sunken p-4 pr-12">
      <legend className="sr-only">{label}</legend>
      {children}
      <Button
        variant="ghost"
        size="icon-sm"
        disabled={disabled}
        aria-label={`Remove ${label}`}
        className="absolute top-2.5 right-2.5"
        onClick={onRemove}
      >
        <Trash2 className="size-3.5" />
      </Button>
    </fieldset>
  );
}
