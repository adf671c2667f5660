/** Addresses that a browser or an app may be sent to. Pure. */
const maxLinkLength = 4096;
const schemeForm = /^([a-z][a-z0-9+.-]*):\/\//i;
/**
 * Schemes that make a browser run or show the content of the link itself. Others open files of the device or pages of
 * the browser, or pass the link to any app it names.
 */
const refusedSchemes = new Set([
  "javascript",
  "vbscript",
  "data",
  "blob",
  "filesystem",
  "file",
  "content",
  "jar",
  "mhtml",
  "intent",
  "android-app",
  "view-source",
  "about",
  "resource",
  "shell",
  "search",
  "search-ms",
  "chrome",
  "chrome-extension",
  "edge",
  "opera",
  "brave",
  "moz-extension",
  "safari-web-extension",
  "ftp",
  "ftps",
  "sftp",
  "smb",
  "nfs",
  "ws",
  "wss",
  "ldap",
  "telnet",
  "ssh",
]);
/** Windows registers handlers under `ms-`, some of which run commands from the link. */
const isRefused = (scheme: string) => refusedSchemes.has(scheme) || scheme.startsWith("ms-");

/** An absolute web address, or an address of an app's own scheme. */
export function isDestination(text: string): boolean {
  const scheme = schemeOf(text);
  if (scheme === undefined || isRefused(scheme)) return false;
  return isWebScheme(scheme) ? isWebAddress(text) : isPlain(text);
}

/**
 * An address that a browser may be sent to. A user name before the host is refused, because readers would mistake it
 * for the host.
 */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/\\]/i.test(text) || !isPlain(text) || !URL.canParse(text)) return false;
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? "";
  return !/[@\\]/.test(authority);
}

export const isWebScheme = (scheme: string) => scheme === "http" || scheme === "https";

/** `URL` drops tabs and line breaks silently; in a header they would end the value. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const isPlain = (text: string) => text.length <= maxLinkLength && !/[\u0000-\u0020\u007f-\u009f]/.test(text);

/** The scheme in lower case; undefined if there is none. */
export const schemeOf = (text: string) => schemeForm.exec(text)?.[1]?.toLowerCase();
