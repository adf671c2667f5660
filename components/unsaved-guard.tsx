"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { confirm } from "@/components/confirm";
import { useAnythingUnsaved, useAsker } from "@/components/unsaved";
import { useBackGuard } from "@/components/use-back-guard";

function ask(go: () => void) {
  void confirm({
    title: "Leave without saving?",
    description: "What you typed here has not been saved.",
    action: "Leave",
    destructive: true,
    onConfirm: async () => go(),
  });
}

/** Asks before a page with unsaved input is left: by a link, by Back, by the browser. One for all forms. */
export function UnsavedGuard() {
  const router = useRouter();
  const dirty = useAnythingUnsaved();
  useAsker(ask);
  useBackGuard(dirty, ask);

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
      ask(() => router.push(url.pathname + url.search + url.hash));
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
