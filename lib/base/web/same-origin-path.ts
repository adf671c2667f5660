/** A browser takes two slashes at the beginning of a path, of either kind, for the beginning of a host. */
const namesHost = /^[/\\]{2}/;

/**
 * Path, query and fragment of a page of this site; null if the address leads to another site or looks as if it did.
 * Resolving dots can leave a path that begins with two slashes, so the resolved path is checked once more.
 */
export function sameOriginPath(path: string, origin: string): string | null {
  if (!URL.canParse(path, origin)) return null;
  const url = new URL(path, origin);
  if (url.origin !== origin || namesHost.test(decoded(url.pathname))) return null;
  return url.pathname + url.search + url.hash;
}

/** A proxy may decode the path before it reads it. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replaceAll(/%2f/gi, "/").replaceAll(/%5c/gi, "\\");
  }
}
