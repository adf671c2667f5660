import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { Refusal } from "@/lib/refusal";

/** scrypt's cost as a power of two, its block size and its parallelism. About 80 ms of one core and 32 MB. */
const cost = { ln: 15, r: 8, p: 1 };

/** More at once would keep the threads busy that files and names are read with. */
const atOnce = 2;
const mostWaiting = 200;

/** The parameters stand in the hash, so that they can be raised without ending the old ones. */
const form = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

const encode = (salt: Buffer, hash: Buffer) =>
  `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${salt.toString("base64")}$${hash.toString("base64")}`;

/** Of a password nobody has: checked for an unknown e-mail, so that it takes as long as for a known one. */
const nobodys = encode(Buffer.alloc(16), Buffer.alloc(32));

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return encode(salt, await inTurn(() => derive(password, salt, cost, 32)));
}

export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  return inTurn(() => matches(password, hash));
}

/** For those who hold a turn already. */
export async function matches(password: string, hash: string | null): Promise<boolean> {
  const [, ln, r, p, salt = "", wanted = ""] = form.exec(hash ?? nobodys) ?? [];
  const expected = Buffer.from(wanted, "base64");
  const parameters = { ln: Number(ln), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, "base64"), parameters, expected.length);
  return timingSafeEqual(derived, expected) && hash !== null;
}

function derive(password: string, salt: Buffer, { ln, r, p }: typeof cost, length: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
  return new Promise((resolve, reject) => {
    // One password may be written in two ways with the same letters.
    scrypt(password.normalize("NFKC"), salt, length, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

let running = 0;
const waiting: (() => void)[] = [];

/** A few at a time, the rest in line, and nobody in an endless one. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) {
      throw new Refusal(503, "Too many people are signing in. Please try again.", {
        headers: { "retry-after": "5" },
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    // The turn is handed on, never free for a latecomer in between.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
