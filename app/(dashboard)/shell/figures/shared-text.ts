/** What a screen asks, as a link keeps it. Its days are left out: a link has its own. */
export function sharedText({ from: _, to: __, ...query }: Record<string, unknown>): string {
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  return new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString();
}
