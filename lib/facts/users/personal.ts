/** Removes personal data of users, for members who may not see it. Pure. */

/** Replaces a text that exists but is not shown. */
const hidden = "•••";

/** Field names for such texts, with any separator between words. */
const personalName =
  /^(.*[_-])?(e-?mail|e-?mail-?_?address|phone|mobile|telephone|msisdn|(first|last|full|given|family|sur|user|customer|contact|middle|display)[_-]?name|phone[_-]?number|address|street|zip|postal[_-]?code|birth[_-]?(day|date)|date[_-]?of[_-]?birth|dob|gender|sex)$/;
const inSnakeCase = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
const isPersonal = (name: string) => personalName.test(inSnakeCase(name));

/** An address, or its `@` encoded in a URL. */
const emailAddress = /[^\s"'<>=&?/,;:@]{1,64}(?:@|%40)[^\s"'<>=&?/,;:@]{1,255}/gi;

/** App data without personal details: removes fields with such names, and email addresses in any other field. */
export function withoutPersonalData<T>(value: T): T {
  if (typeof value === "string") return value.replaceAll(emailAddress, hidden) as T;
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(withoutPersonalData) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      isPersonal(name) && each !== null && each !== "" ? hidden : withoutPersonalData(each),
    ]),
  ) as T;
}

/** A row of facts; its other columns are IDs, and names of events and campaigns. */
export const withoutPeopleInData = <Row>(row: Row): Row =>
  row !== null && typeof row === "object" && "data" in row
    ? { ...row, data: withoutPersonalData(row.data) }
    : row;
