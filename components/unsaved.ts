import { useEffect } from "react";

const unsaved = new Set<symbol>();

/** As long as it holds, something was typed here that would be lost with the page. */
export function useUnsaved(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const mark = Symbol();
    unsaved.add(mark);
    return () => {
      unsaved.delete(mark);
    };
  }, [dirty]);
}

export const anythingUnsaved = (): boolean => unsaved.size > 0;
