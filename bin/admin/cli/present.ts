type Row = Record<string, unknown>;

const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null);

const cell = (value: unknown): string =>
  value === null || value === undefined ? "–" : typeof value === "string" ? value : JSON.stringify(value);

const columns = (rows: string[][]): string => {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((text, i) => text.padEnd(widths[i]!))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
};

/** A nested value gets its own line: `limits.data.count`. */
function flat(value: object, before = ""): string[][] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? flat(inner, `${before}${name}.`)
      : [[before + name, cell(inner)]],
  );
}

/** An answer for people: a list becomes a table, anything else a line for each field. */
export function printedAnswer(answer: Row): string {
  const [only, ...others] = Object.values(answer);
  if (others.length === 0 && isRows(only)) {
    const names = Object.keys(only[0] ?? {});
    if (names.length === 0) return "None.\n";
    return columns([names, ...only.map((row) => names.map((name) => cell(row[name])))]);
  }
  return columns(flat(answer));
}
