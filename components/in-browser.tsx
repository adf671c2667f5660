"use client";

import { type ReactNode, useSyncExternalStore } from "react";

const never = () => () => {};

/** Renders its children in the browser only, which has the texts of the reader's language. */
export function InBrowser({ children }: { children: ReactNode }) {
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isBrowser ? children : null;
}
