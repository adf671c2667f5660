"use client";

import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

/** Says in a few words what a control or a figure means. Nothing that matters may be said only here. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  if (!content) return children;
  return (
    <Primitive.Provider delayDuration={300} skipDelayDuration={200}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
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
