type Row = Record<string, unknown>;

const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null);

function cell(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value) && !value.some((each) => typeof each === "object"))
    return value.join(", ") || "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}

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

function table(rows: Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return "None.\n";
  return columns([names, ...rows.map((row) => names.map((name) => cell(row[name])))]);
}

/** An answer for people: each list becomes a table, below a line for each other field. */
export function printedAnswer(answer: Row): string {
  const [only, ...more] = Object.values(answer);
  if (more.length === 0 && isRows(only)) return table(only);
  const isTable = (value: unknown): value is Row[] => isRows(value) && value.length > 0;
  const lists = Object.entries(answer).filter((entry): entry is [string, Row[]] => isTable(entry[1]));
  const others = Object.fromEntries(Object.entries(answer).filter(([, value]) => !isTable(value)));
  const lines = Object.keys(others).length > 0 ? [columns(flat(others))] : [];
  return [...lines, ...lists.map(([name, rows]) => `${name}:\n${table(rows)}`)].join("\n");
}
