"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * The focus goes back when a dialog closes. Opened by a change of state and not by a trigger of its own, a dialog
 * does not know who opened it, and the keyboard would begin again at the top of the page.
 * `mark` stands within what is shown only while the dialog is open.
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
  // As it is first drawn, before a field of the dialog takes the focus.
  const [found] = useState(focused);
  useLayoutEffect(() => {
    into.current = found;
  }, [found, into]);
  return null;
}

/** The item of a menu goes with its menu: the button that opened that stays. */
function focused(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const button = active.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return (button && document.getElementById(button)) || active;
}
