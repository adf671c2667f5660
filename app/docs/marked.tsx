import { createElement, Fragment } from "react";

function piece(part: string) {
  if (part.startsWith("**")) return <strong className="font-medium text-ink">{part.slice(2, -2)}</strong>;
  if (!part.startsWith("`")) return part;
  return (
    <code className="wrap-anywhere rounded-sm bg-sunken px-1 py-px font-mono text-[0.92em] text-ink">
      {part.slice(1, -1)}
    </code>
  );
}

/** Text in which backticks make `code` and two stars a **strong** word, as the declarations of routes write it. */
export function Marked({ text }: { text: string }) {
  const pieces = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(piece);
  // As arguments they need no keys: the pieces of a text never change places.
  return createElement(Fragment, null, ...pieces);
}
