"use client";

import { type ComponentType, lazy, Suspense, useState } from "react";

/**
 * A dialog whose code is loaded when it is first opened, because most visits of a screen open none. `isOpen` reads that
 * from its properties.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: (props: Props) => boolean,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function LazyDialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(false);
    if (!wasOpened && isOpen(props)) setWasOpened(true);
    return wasOpened ? (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    ) : null;
  };
}
