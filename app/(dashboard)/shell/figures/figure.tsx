import type { ReactNode } from "react";
import { IntentLink } from "@/components/intent-link";

/** A figure, with a link to the rows it counts if there is a list of them. */
export function FigureLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return children;
  return (
    <IntentLink
      href={href}
      className="relative z-1 rounded-sm decoration-line-strong underline-offset-4 hover:underline hover:decoration-current"
    >
      {children}
    </IntentLink>
  );
}
