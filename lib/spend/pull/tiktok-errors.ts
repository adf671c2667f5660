/** The meaning of TikTok's API codes. Pure. */
export type TikTokErrorKind = "fine" | "limit" | "credentials" | "temporary" | "other";

/** TikTok returns 200 and reports errors in `code`. */
export function tiktokErrorKind(code: unknown): TikTokErrorKind {
  if (code === 0) return "fine";
  if (typeof code !== "number") return "other";
  if (code === 40_100 || code === 40_133) return "limit";
  if (code === 40_001 || (code > 40_100 && code < 40_110)) return "credentials";
  return code >= 50_000 ? "temporary" : "other";
}
