const max = 48;

/** A name within a sentence, shortened so that a long one does not push the rest of it out of sight. */
export function quoted(name: string): string {
  const signs = [...name];
  const short = signs.length > max ? `${signs.slice(0, max).join("").trimEnd()}…` : name;
  return `“${short}”`;
}
