import { useEffect, useSyncExternalStore } from "react";

const unsaved = new Set<symbol>();
const listeners = new Set<() => void>();
let confirmLeave: ((go: () => void) => void) | null = null;

const notify = () => {
  for (const listener of listeners) listener();
};

function listen(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** While `dirty`, the page has input that would be lost. */
export function useUnsaved(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return;
    const mark = Symbol();
    unsaved.add(mark);
    notify();
    return () => {
      unsaved.delete(mark);
      notify();
    };
  }, [dirty]);
}

export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

export const useAnythingUnsaved = (): boolean => useSyncExternalStore(listen, hasUnsavedChanges, () => false);

export function useLeaveQuestion(asker: (go: () => void) => void) {
  useEffect(() => {
    confirmLeave = asker;
    return () => {
      confirmLeave = null;
    };
  }, [asker]);
}

/** Leaves immediately, or after the reader confirms that the input may be lost. */
export function leaveAfterConfirm(go: () => void) {
  if (confirmLeave && hasUnsavedChanges()) confirmLeave(go);
  else go();
}
