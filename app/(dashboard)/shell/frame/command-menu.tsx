"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";

const CommandDialog = dynamic(() => import("./command-dialog").then((module) => module.CommandDialog), {
  ssr: false,
});

/**
 * Opens the search by its shortcut. Its contents are loaded when it is first opened, because they know every screen and
 * figure; letters that are typed meanwhile are kept.
 */
export function CommandMenu({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [text, setText] = useState("");
  const [wasOpened, setWasOpened] = useState(false);
  if (open && !wasOpened) setWasOpened(true);
  /** Letters typed after the shortcut and before the search field has the focus; null otherwise. */
  const early = useRef<string | null>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, altKey } = event;
      if (key.toLowerCase() === "k" && (metaKey || ctrlKey)) {
        event.preventDefault();
        if (!open) early.current = "";
        onOpenChange(true);
      } else if (early.current !== null && key.length === 1 && !metaKey && !ctrlKey && !altKey) {
        event.preventDefault();
        early.current += key;
        setText(early.current);
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [open, onOpenChange]);

  return wasOpened ? <CommandDialog {...{ open, onOpenChange, text, setText, early }} /> : null;
}
