import { utf8 } from "./bytes";

/** SHA-256 and HMAC according to FIPS 180-4 and RFC 2104. React Native provides neither. */

/** The first 32 bits of the fractional parts of the primes' roots. */
const fractions = (count: number, root: number) => {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++)
      if (candidate % divisor === 0) isPrime = false;
    if (isPrime) found.push((candidate ** (1 / root) * 2 ** 32) | 0);
  }
  return found;
};
const beginning = fractions(8, 2);
const constants = fractions(64, 3);

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function sha256(bytes: readonly number[]): number[] {
  const padded = [...bytes, 0x80];
  while (padded.length % 64 !== 56) padded.push(0);
  const bits = bytes.length * 8;
  for (const word of [Math.floor(bits / 2 ** 32), bits])
    padded.push((word >>> 24) & 255, (word >>> 16) & 255, (word >>> 8) & 255, word & 255);
  const hash = [...beginning];
  for (let at = 0; at < padded.length; at += 64) mix(hash, padded.slice(at, at + 64));
  return hash.flatMap((word) => [(word >>> 24) & 255, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);
}

function mix(hash: number[], block: number[]): void {
  const at = (words: number[], index: number) => words[index] ?? 0;
  const words: number[] = [];
  for (let i = 0; i < 16; i++) {
    const from = i * 4;
    words.push(
      (at(block, from) << 24) |
        (at(block, from + 1) << 16) |
        (at(block, from + 2) << 8) |
        at(block, from + 3),
    );
  }
  for (let i = 16; i < 64; i++) {
    const a = at(words, i - 15);
    const b = at(words, i - 2);
    const small = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const large = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words.push((at(words, i - 16) + small + at(words, i - 7) + large) | 0);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i++) {
    const sumE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sumE + ((e & f) ^ (~e & g)) + at(constants, i) + at(words, i)) | 0;
    const sumA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (sumA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (at(hash, i) + word) | 0;
}

export function hmacSha256(secret: string, text: string): number[] {
  const given = utf8(secret);
  const key = given.length > 64 ? sha256(given) : given;
  const padded = Array.from({ length: 64 }, (_, i) => key[i] ?? 0);
  const inner = sha256([...padded.map((byte) => byte ^ 0x36), ...utf8(text)]);
  return sha256([...padded.map((byte) => byte ^ 0x5c), ...inner]);
}
