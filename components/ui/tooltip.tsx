"use client";

import { Tooltip as Primitive } from "radix-ui";
import { type ReactNode, useState } from "react";

type TooltipProps = {
  content: ReactNode;
  children: ReactNode;
  /** Pressing what it explains does nothing else, so it opens on touch, too. */
  taps?: boolean;
};

/** Says in a few words what a control or a figure means. Nothing that matters may be said only here. */
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
              // Otherwise the press closes it.
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
