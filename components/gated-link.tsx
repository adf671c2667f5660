import type { ReactNode } from "react";
import { Gated } from "@/components/gated";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";

/** A link that looks like a button, and is one that is switched off when there is a reason. */
export function GatedLink({
  reason,
  href,
  children,
}: {
  reason: string | undefined;
  href: string;
  children: ReactNode;
}) {
  return (
    <Gated reason={reason}>
      {({ disabled }) =>
        disabled ? (
          <Button variant="primary" disabled>
            {children}
          </Button>
        ) : (
          <Button asChild variant="primary">
            <IntentLink href={href}>{children}</IntentLink>
          </Button>
        )
      }
    </Gated>
  );
}
