"use client";

import { useCallback, useSyncExternalStore } from "react";

const changed = "cairn-remembered";

/** A choice that is stored in this browser only. Choices to share with others belong in the address. */
export function useRemembered<Value extends string>(
  name: string,
  fallback: Value,
): readonly [Value, (value: Value) => void] {
  const key = `cairn-${name}`;
  const value = useSyncExternalStore(
    subscribe,
    () => (localStorage.getItem(key) as Value | null) ?? fallback,
    () => fallback,
  );
  const set = useCallback(
    (next: Value) => {
      localStorage.setItem(key, next);
      window.dispatchEvent(new Event(changed));
    },
    [key],
  );
  return [value, set];
}

function subscribe(listener: () => void) {
  // The `storage` event only occurs in other tabs.
  for (const name of [changed, "storage"]) window.addEventListener(name, listener);
  return () => {
    for (const name of [changed, "storage"]) window.removeEventListener(name, listener);
  };
}
