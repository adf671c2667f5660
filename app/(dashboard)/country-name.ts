const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Of a country by its ISO 3166 code; what is none stays as it is: an address is typed by people. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
