import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

type DisclosureProps = { title: string; description?: ReactNode; children: ReactNode };

/** A card that shows only its heading until it is opened. */
export function Disclosure({ title, description, children }: DisclosureProps) {
  return (
    <details className="group/disclosure overflow-hidden rounded-xl border bg-raised">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-xl px-5 py-4 -outline-offset-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0 gap-0.5">
          <h2 className="font-semibold text-base">{title}</h2>
          {description ? <span className="text-pretty text-muted text-sm">{description}</span> : null}
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-faint transition-transform group-open/disclosure:rotate-180"
        />
      </summary>
      <div className="border-t">{children}</div>
    </details>
  );
}
