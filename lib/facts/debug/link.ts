/** The link that a device follows to be watched. Pure. */

const path = "cairn-debug";
const form = /^[a-z][a-z0-9+.-]*:\/\/(?:[^?#]*\/)?cairn-debug\/?\?(?:[^#]*&)?t=([A-Za-z0-9]{20})(?:[&#]|$)/i;

export const debugLink = (scheme: string, code: string) => `${scheme}://${path}?t=${code}`;

export const debugCodeIn = (link: unknown): string | null =>
  typeof link === "string" && link.length <= 8_192 ? (form.exec(link)?.[1] ?? null) : null;
