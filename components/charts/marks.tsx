"use client";

import { type ReactNode, useEffect, useState } from "react";
import { useXAxisScale } from "recharts";

/** Something to say about a place of the x axis. */
export type ChartMark = { x: string; mark: ReactNode };

type Places = Record<string, number>;

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
  const [places, setPlaces] = useState<Places>({});
  return (
    <div className="relative">
      {children(<MarkPlaces xs={marks.map(({ x }) => x)} onChange={setPlaces} />)}
      {marks.map(({ x, mark }) =>
        places[x] === undefined ? null : (
          <div key={x} className="absolute top-0 -translate-x-1/2" style={{ left: places[x] }}>
            {mark}
          </div>
        ),
      )}
    </div>
  );
}

function MarkPlaces({ xs, onChange }: { xs: readonly string[]; onChange: (places: Places) => void }) {
  const scale = useXAxisScale();
  const places = JSON.stringify(
    Object.fromEntries(
      xs.flatMap((x) => {
        const place = scale?.(x);
        return place === undefined ? [] : [[x, Math.round(place)]];
      }),
    ),
  );
  useEffect(() => onChange(JSON.parse(places)), [places, onChange]);
  return null;
}
