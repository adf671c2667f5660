"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useAnythingUnsaved, useAsker } from "@/components/fields/unsaved";
import { confirm } from "./confirm";

function confirmLeave(go: () => void) {
  void confirm({
    title: "Leave without saving?",
    description: "Your changes haven't been saved.",
    action: "Leave",
    destructive: true,
    onConfirm: async () => go(),
  });
}

/** Asks before a page with unsaved input is left: by a link, by Back, by the browser. One for all forms. */
export function UnsavedGuard() {
  const router = useRouter();
  const dirty = useAnythingUnsaved();
  useAsker(confirmLeave);
  useBackGuard(dirty, confirmLeave);

  useEffect(() => {
    if (!dirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download"))
        return;
      const url = new URL(link.href);
      if (url.origin !== location.origin || url.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      confirmLeave(() => router.push(url.href));
    };
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [dirty, router]);

  return null;
}

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
function useBackGuard(dirty: boolean, confirmLeave: (go: () => void) => void) {
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
        confirmLeave(() => window.history.go(-2));
      } else if (navigation) window.history.back();
    }
    navigation?.addEventListener("currententrychange", note);
    window.addEventListener("popstate", onBack);
    return () => {
      navigation?.removeEventListener("currententrychange", note);
      window.removeEventListener("popstate", onBack);
    };
  }, [dirty, confirmLeave]);
}
