"use client";

import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { useXAxisScale } from "recharts";

/** A mark at a position of the x axis. */
export type ChartMark = { x: string; mark: ReactNode };

type MarkPositions = Readonly<Record<string, number>>;

/**
 * The positions of the marks, published by the chart. As a state of the parent, they would render the chart again,
 * which would move the marks during rendering.
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
 * A chart with marks above it. They are siblings of the chart, because inside it their key and pointer events would go
 * to the chart.
 */
export function WithMarks({
  marks,
  children,
}: {
  marks: readonly ChartMark[];
  /** Renders the chart. The given element must be inside the chart, because it publishes the marks' positions. */
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
