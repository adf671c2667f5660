/** Reads bits from base64url text, six in each character, as in the consent strings of the IAB. Pure. */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const form = /^[A-Za-z0-9_-]+$/;

/** The maximum length of a consent string. */
export const maxConsentString = 4_096;

export type Bits = {
  /** The next bits as a number; bits after the end are 0. */
  take(count: number): number;
  flag(): boolean;
  /** Bits after the end were read. */
  isShort(): boolean;
};

/** Null for text with other characters. */
export function bitsOf(text: string): Bits | null {
  if (!form.test(text)) return null;
  let at = 0;
  const next = () => {
    const six = alphabet.indexOf(text[Math.floor(at / 6)] ?? "A");
    const bit = (six >> (5 - (at % 6))) & 1;
    at += 1;
    return bit;
  };
  const take = (count: number) => {
    let value = 0;
    for (let n = 0; n < count; n += 1) value = value * 2 + next();
    return value;
  };
  return { take, flag: () => next() === 1, isShort: () => at > text.length * 6 };
}
