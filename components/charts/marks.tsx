"use client";

import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { useXAxisScale } from "recharts";

/** Something to say about a place of the x axis. */
export type ChartMark = { x: string; mark: ReactNode };

type MarkPositions = Readonly<Record<string, number>>;

/**
 * The positions of the marks, from the chart. Not a state of their parent: a moved mark would render the chart again,
 * which moves its marks while rendering.
 */
function publishedPositions() {
  let positions: MarkPositions = {};
  let onChange = () => {};
  return {
    read: () => positions,
    publish(dimensions: MarkPositions) {
      positions = dimensions;
      onChange();
    },
    subscribe(listener: () => void) {
      onChange = listener;
      return () => {
        onChange = () => {};
      };
    },
  };
}

type PublishedPositions = ReturnType<typeof publishedPositions>;

/**
 * A drawing with marks above it. They stand beside the drawing, not in it: it would take their keys and their pointer
 * for its own.
 */
export function WithMarks({
  marks,
  children,
}: {
  marks: readonly ChartMark[];
  /** The drawing; what it is given has to stand in it, and tells where the marks belong. */
  children: (positions: ReactNode) => ReactNode;
}) {
  const [positions] = useState(publishedPositions);
  return (
    <div className="relative">
      {children(<PublishPositions xs={marks.map(({ x }) => x)} positions={positions} />)}
      <Marks marks={marks} positions={positions} />
    </div>
  );
}

function Marks({ marks, positions }: { marks: readonly ChartMark[]; positions: PublishedPositions }) {
  const found = useSyncExternalStore(positions.subscribe, positions.read, positions.read);
  return marks.map(({ x, mark }) =>
    found[x] === undefined ? null : (
      <div key={x} className="absolute top-0 -translate-x-1/2" style={{ left: found[x] }}>
        {mark}
      </div>
    ),
  );
}

function PublishPositions({ xs, positions }: { xs: readonly string[]; positions: PublishedPositions }) {
  const scale = useXAxisScale();
  const found = JSON.stringify(
    Object.fromEntries(
      xs.flatMap((x) => {
        const position = scale?.(x);
        return position === undefined ? [] : [[x, Math.round(position)]];
      }),
    ),
  );
  useEffect(() => positions.publish(JSON.parse(found)), [found, positions]);
  return null;
}
