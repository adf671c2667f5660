"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * Returns the focus when a dialog closes. A dialog without a trigger does not know what opened it, so the focus would
 * move to the top of the page. `mark` must be inside content that is only rendered while the dialog is open.
 */
export function useReturnFocus() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    mark: <Opener into={opener} />,
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      const to = opener.current?.isConnected ? opener.current : document.getElementById("page");
      to?.focus({ preventScroll: true });
    },
  };
}

function Opener({ into }: { into: RefObject<HTMLElement | null> }) {
  // Read on the first render, before a field of the dialog takes the focus.
  const [found] = useState(focused);
  useLayoutEffect(() => {
    into.current = found;
  }, [found, into]);
  return null;
}

/** A menu item disappears with its menu, so the button that opened the menu is used. */
function focused(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const button = active.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return (button && document.getElementById(button)) || active;
}
