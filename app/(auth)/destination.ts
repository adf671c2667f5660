/** Where to go after signing in: a path of this very site, whatever the address asks for. */
export function destination(from: string | null, origin: string): string {
  if (!from) return "/";
  try {
    const url = new URL(from, origin);
    if (url.origin !== origin) return "/";
    return url.pathname + url.search + url.hash;
  } catch {
    return "/";
  }
}
