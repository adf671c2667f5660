import type { ComponentProps, ReactNode } from "react";
import { IntentLink } from "@/components/intent-link";
import { Button } from "./button";
import { Tooltip } from "./tooltip";

/**
 * A control that may be disabled, with the reason on hover and focus. The control gets `disabled`, so the box around it
 * takes the focus.
 */
export function Gated({
  reason,
  children,
}: {
  reason: string | undefined;
  children: (gate: { disabled: boolean }) => ReactNode;
}) {
  if (!reason) return children({ disabled: false });
  return (
    <Tooltip content={reason}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason has to be reachable by keyboard */}
      <span tabIndex={0} className="relative inline-flex cursor-not-allowed rounded-md">
        <span className="sr-only">{reason}</span>
        {children({ disabled: true })}
      </span>
    </Tooltip>
  );
}

type GatedButtonProps = ComponentProps<typeof Button> & { reason: string | undefined };

export function GatedButton({ reason, ...button }: GatedButtonProps) {
  return (
    <Gated reason={reason}>
      {({ disabled }) => <Button {...button} disabled={disabled || button.disabled} />}
    </Gated>
  );
}

type GatedLinkProps = Pick<ComponentProps<typeof Button>, "variant" | "size"> & {
  reason: string | undefined;
  href: string;
  children: ReactNode;
};

/** A link that looks like a button. With a reason it becomes a disabled button. */
export function GatedLink({ reason, href, children, ...style }: GatedLinkProps) {
  return (
    <Gated reason={reason}>
      {({ disabled }) =>
        disabled ? (
          <Button {...style} disabled>
            {children}
          </Button>
        ) : (
          <Button {...style} asChild>
            <IntentLink href={href}>{children}</IntentLink>
          </Button>
        )
      }
    </Gated>
  );
}
