/** Names and values; a value that is not there is shown as a dash. */
export function Rows({ rows }: { rows: [name: string, value: string | null][] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words text-right">{value ?? <span className="text-faint">–</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
