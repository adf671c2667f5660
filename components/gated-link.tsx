import type { ComponentProps, ReactNode } from "react";
import { Gated } from "@/components/gated";
import { IntentLink } from "@/components/intent-link";
import { Button } from "@/components/ui/button";

type GatedLinkProps = Pick<ComponentProps<typeof Button>, "variant" | "size"> & {
  reason: string | undefined;
  href: string;
  children: ReactNode;
};

/** A link that looks like a button, and is one that is switched off when there is a reason. */
export function GatedLink({ reason, href, children, ...look }: GatedLinkProps) {
  return (
    <Gated reason={reason}>
      {({ disabled }) =>
        disabled ? (
          <Button {...look} disabled>
            {children}
          </Button>
        ) : (
          <Button {...look} asChild>
            <IntentLink href={href}>{children}</IntentLink>
          </Button>
        )
      }
    </Gated>
  );
}
