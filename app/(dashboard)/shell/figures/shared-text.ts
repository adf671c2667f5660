/** The query of a screen as a shared link stores it. Its days are left out, because the link has its own. */
export function sharedQueryText({ from: _, to: __, ...query }: Record<string, unknown>): string {
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  return new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString();
}
