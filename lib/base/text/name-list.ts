/** Comma-separated names, the format of query parameters. Runs in the browser too. */

const quoted = /^\s*"((?:[^"]|"")*)"\s*(?:,|$)/;

/**
 * A name is quoted if it contains a comma, begins or ends with a space, or begins with a quote. Its own quotes are then
 * doubled: `hike,"a, b"`. A quote that is never closed is part of the name.
 */
export function readNames(text: string): string[] {
  const names = new Set<string>();
  let rest = text;
  while (rest !== "") {
    const between = quoted.exec(rest);
    const end = rest.indexOf(",");
    const plain = end < 0 ? rest : rest.slice(0, end);
    const name = between ? between[1]!.replaceAll('""', '"') : plain.trim();
    if (name !== "") names.add(name);
    rest = rest.slice(between ? between[0].length : plain.length + 1);
  }
  return [...names];
}

export const writeNames = (names: readonly string[]): string =>
  names.map((name) => (/[,"]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(",");
