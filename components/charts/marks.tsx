"use client";

import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { useXAxisScale } from "recharts";

/** Something to say about a place of the x axis. */
export type ChartMark = { x: string; mark: ReactNode };

type Places = Readonly<Record<string, number>>;

/**
 * Where the drawing says that its marks belong. No state of what holds both: the drawing would be made anew because a
 * mark moved, and moves its marks while it is made.
 */
function placesOfMarks() {
  let places: Places = {};
  let onChange = () => {};
  return {
    read: () => places,
    tell(told: Places) {
      places = told;
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

type MarkedPlaces = ReturnType<typeof placesOfMarks>;

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
  children: (places: ReactNode) => ReactNode;
}) {
  const [places] = useState(placesOfMarks);
  return (
    <div className="relative">
      {children(<MarkPlaces xs={marks.map(({ x }) => x)} places={places} />)}
      <Marks marks={marks} places={places} />
    </div>
  );
}

function Marks({ marks, places }: { marks: readonly ChartMark[]; places: MarkedPlaces }) {
  const found = useSyncExternalStore(places.subscribe, places.read, places.read);
  return marks.map(({ x, mark }) =>
    found[x] === undefined ? null : (
      <div key={x} className="absolute top-0 -translate-x-1/2" style={{ left: found[x] }}>
        {mark}
      </div>
    ),
  );
}

function MarkPlaces({ xs, places }: { xs: readonly string[]; places: MarkedPlaces }) {
  const scale = useXAxisScale();
  const found = JSON.stringify(
    Object.fromEntries(
      xs.flatMap((x) => {
        const place = scale?.(x);
        return place === undefined ? [] : [[x, Math.round(place)]];
      }),
    ),
  );
  useEffect(() => places.tell(JSON.parse(found)), [found, places]);
  return null;
}
