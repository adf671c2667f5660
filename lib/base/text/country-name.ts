const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** A text that is no ISO 3166 code stays as it is: an address is typed by people. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
