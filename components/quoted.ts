const max = 48;

/** A name within a sentence, shortened so that the rest of the sentence remains visible. */
export function quoted(name: string): string {
  const signs = [...name];
  const short = signs.length > max ? `${signs.slice(0, max).join("").trimEnd()}…` : name;
  return `“${short}”`;
}
