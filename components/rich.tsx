import { createElement, Fragment, type ReactNode } from "react";
import { partsOf } from "@/lib/base/languages/texts";

type Value = ReactNode | ((children: ReactNode) => ReactNode);

/**
 * A translated text with elements in it: `rich("Check <link>its settings</link>", { link: (text) => <a …>{text}</a> })`.
 * Values may be elements, too.
 */
export function rich(text: string, values: Record<string, Value>): ReactNode {
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "function" ? (children: ReactNode[]) => value(together(children)) : value,
    ]),
  );
  return together(partsOf<ReactNode>(text, given as Parameters<typeof partsOf<ReactNode>>[1]));
}

/** The parts have fixed positions, so they need no keys. */
const together = (parts: ReactNode[]): ReactNode =>
  parts.length === 1 ? parts[0] : createElement(Fragment, null, ...parts);
