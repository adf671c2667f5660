"use client";

import { useLayoutEffect, useRef } from "react";

/**
 * Gives the stylesheet the heights of bar and rows, and whether the table is too wide. The header sticks below the bar
 * unless the table scrolls sideways.
 */
export function useTableFrame() {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [node, bar, rows] = [frame.current, ...(frame.current?.children ?? [])] as HTMLElement[];
    const table = rows?.querySelector("table");
    if (!node || !bar || !rows || !table) return;
    const measure = () => {
      node.style.setProperty("--bar", `${bar.offsetHeight}px`);
      node.style.setProperty("--rows", `${rows.offsetHeight}px`);
      node.toggleAttribute("data-wide", table.offsetWidth > rows.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [bar, rows, table]) observer.observe(each);
    return () => observer.disconnect();
  }, []);
  return frame;
}
