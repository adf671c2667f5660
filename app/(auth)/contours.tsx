/** A rounded line around a hill: a circle that some slow waves push in and out. */
function contour(radius: number, seed: number): string {
  const steps = 72;
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = (step / steps) * 2 * Math.PI;
    const wave =
      1 +
      0.1 * Math.sin(2 * angle + seed) +
      0.055 * Math.sin(3 * angle - 2 * seed) +
      0.03 * Math.cos(5 * angle + seed);
    const x = 400 + radius * wave * Math.cos(angle) * 1.12;
    const y = 470 + radius * wave * Math.sin(angle) * 0.8;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

const lines = Array.from({ length: 17 }, (_, index) =>
  contour(64 + index * 40 + index ** 1.5, 0.6 + index * 0.075),
);

/** A hill on a map, with a cairn on its top. */
export function HillDrawing() {
  return (
    <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className="size-full">
      <g fill="none" className="stroke-line-strong" strokeWidth="1">
        {lines.map((line, index) => (
          <path
            key={line}
            d={line}
            strokeOpacity={1 - index * 0.05}
            strokeWidth={index % 5 === 0 ? 1.6 : 1}
          />
        ))}
      </g>
      <g transform="translate(346 396) scale(4.5)">
        <path
          className="fill-ink"
          d="M2.2 18.7c0-2.3 3.7-3.7 9.2-3.7 6 0 10.4 1.3 10.4 3.6 0 2-3.8 3.1-9.9 3.1-6.2 0-9.7-1-9.7-3z"
        />
        <path
          className="fill-ink"
          d="M5 11.7c0-2 3-3.3 7.2-3.3 3.9 0 6.8 1.1 6.8 3 0 1.8-2.8 2.7-6.9 2.7-4.3 0-7.1-.7-7.1-2.4z"
        />
        <path
          className="fill-accent"
          d="M8.1 5.2c0-1.9 1.7-3.2 4.1-3.2 2.2 0 3.8 1.2 3.8 3 0 1.6-1.6 2.6-3.9 2.6-2.4 0-4-.8-4-2.4z"
        />
      </g>
    </svg>
  );
}
