import { useEffect } from "react";

/** Marks in the state of the browser's history: the entry of the page, and its twin that Back meets first. */
type Marks = { unsavedPage?: string; unsavedTwin?: string };

const marksOf = (state: unknown): Marks => (typeof state === "object" && state !== null ? state : {});

/** Puts a twin of the page's entry before it. Both have the same address, so going between them changes nothing. */
function putTwin() {
  const state = marksOf(window.history.state);
  if (state.unsavedTwin) return;
  const name = Math.random().toString(36).slice(2);
  const { unsavedPage: _, ...rest } = state;
  window.history.replaceState({ ...rest, unsavedPage: name }, "");
  window.history.pushState({ ...rest, unsavedTwin: name }, "");
}

/**
 * No browser lets a page refuse Back. While `dirty`, Back therefore leads from the twin to the page's own entry, which
 * is seen here: the reader stands on the twin again, and is asked. Without anything to lose Back goes on by itself.
 */
export function useBackGuard(dirty: boolean, ask: (go: () => void) => void) {
  useEffect(() => {
    if (dirty) putTwin();
  }, [dirty]);

  useEffect(() => {
    // Some browsers do not tell from where one came; there Back is pressed once more.
    const navigation = "navigation" in window ? window.navigation : null;
    let before = navigation?.currentEntry?.index ?? 0;
    const note = (event: NavigationCurrentEntryChangeEvent) => {
      // Going back and forth is judged below, and the router rewrites an entry before that.
      if (event.navigationType === "push") before = navigation?.currentEntry?.index ?? 0;
    };
    function onBack(event: PopStateEvent) {
      const now = navigation?.currentEntry?.index ?? 0;
      const cameBack = navigation === null || now === before - 1;
      before = now;
      if (!marksOf(event.state).unsavedPage || !cameBack) return;
      if (dirty) {
        window.history.forward();
        ask(() => window.history.go(-2));
      } else if (navigation) window.history.back();
    }
    navigation?.addEventListener("currententrychange", note);
    window.addEventListener("popstate", onBack);
    return () => {
      navigation?.removeEventListener("currententrychange", note);
      window.removeEventListener("popstate", onBack);
    };
  }, [dirty, ask]);
}
