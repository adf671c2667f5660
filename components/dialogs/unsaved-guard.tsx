"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useAnythingUnsaved, useLeaveQuestion } from "@/components/fields/unsaved";
import { t } from "@/lib/base/languages/texts";
import { confirm } from "./confirm";

function confirmLeave(go: () => void) {
  void confirm({
    title: t("Leave without saving?"),
    description: t("Your changes haven't been saved."),
    action: t("Leave"),
    destructive: true,
    onConfirm: async () => go(),
  });
}

/** Asks before a page with unsaved input is left by a link, by Back, or by the browser. One guard for all forms. */
export function UnsavedGuard() {
  const router = useRouter();
  const dirty = useAnythingUnsaved();
  useLeaveQuestion(confirmLeave);
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

/** Markers in the browser's history state: the page's entry, and the twin entry that Back leads from. */
type Marks = { unsavedPage?: string; unsavedTwin?: string };

const marksOf = (state: unknown): Marks => (typeof state === "object" && state !== null ? state : {});

/**
 * Adds a twin of the page's entry to the history. Both have the same address, so moving between them changes nothing.
 */
function putTwin() {
  const state = marksOf(window.history.state);
  if (state.unsavedTwin) return;
  const name = Math.random().toString(36).slice(2);
  const { unsavedPage: _, ...rest } = state;
  window.history.replaceState({ ...rest, unsavedPage: name }, "");
  window.history.pushState({ ...rest, unsavedTwin: name }, "");
}

/**
 * Browsers do not let a page cancel Back. While `dirty`, Back moves from the twin to the page's own entry. The guard
 * notices this, moves forward again, and asks. Without unsaved input, it goes back once more.
 */
function useBackGuard(dirty: boolean, confirmLeave: (go: () => void) => void) {
  useEffect(() => {
    if (dirty) putTwin();
  }, [dirty]);

  useEffect(() => {
    // Some browsers do not report the previous entry; there Back has to be pressed once more.
    const navigation = "navigation" in window ? window.navigation : null;
    let before = navigation?.currentEntry?.index ?? 0;
    const note = (event: NavigationCurrentEntryChangeEvent) => {
      // `onBack` handles Back and Forward, and the router replaces an entry before that.
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
