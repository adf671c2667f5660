/** Some JavaScript engines of React Native lack TextEncoder and btoa. */

export function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    // Half of a surrogate pair has no UTF-8 form, so it becomes the replacement character.
    const point = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000)
      bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else
      bytes.push(
        0xf0 | (point >> 18),
        0x80 | ((point >> 12) & 63),
        0x80 | ((point >> 6) & 63),
        0x80 | (point & 63),
      );
  }
  return bytes;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function base64(bytes: readonly number[]): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(at, at + 3);
    const word = (a << 16) | (b << 8) | c;
    const left = bytes.length - at;
    text += alphabet.charAt(word >> 18) + alphabet.charAt((word >> 12) & 63);
    text += left > 1 ? alphabet.charAt((word >> 6) & 63) : "=";
    text += left > 2 ? alphabet.charAt(word & 63) : "=";
  }
  return text;
}

const table = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** CRC-32 as in zip and PNG, in eight hexadecimal digits. */
export function crc32(bytes: readonly number[]): string {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 255] ?? 0);
  return ((value ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}
