"use client";

import { Tooltip as Primitive } from "radix-ui";
import { type ReactNode, useState } from "react";

type TooltipProps = {
  content: ReactNode;
  children: ReactNode;
  /** The explained element has no other action, so a tap opens the tooltip, too. */
  taps?: boolean;
};

/** Explains a control or a figure in a few words. Essential information must not be in a tooltip only. */
export function Tooltip({ content, children, taps }: TooltipProps) {
  const [open, setOpen] = useState(false);
  if (!content) return children;
  return (
    <Primitive.Provider delayDuration={300} skipDelayDuration={200}>
      <Primitive.Root open={open} onOpenChange={setOpen}>
        <Primitive.Trigger
          asChild
          {...(taps && {
            onClick: (event) => {
              // Otherwise the tap would close it.
              event.preventDefault();
              setOpen(true);
            },
          })}
        >
          {children}
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-72 rounded-md bg-primary px-2 py-1 text-on-primary text-xs shadow-md data-[state=delayed-open]:animate-enter"
          >
            {content}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
