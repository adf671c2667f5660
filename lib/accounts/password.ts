import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";

/** scrypt's cost as a power of two, its block size and its rounds: one of OWASP's settings. 250 ms of a core, 32 MB. */
type Cost = { ln: number; r: number; p: number };
const presentCost = (): Cost => ({ ln: env.PASSWORD_COST, r: 8, p: 3 });

/** More hashes at once would occupy the threads that also read files and resolve names. */
const atOnce = 2;
const maxWaiting = 200;

/** The parameters are part of the hash, so that they can be raised while old hashes stay valid. */
const form = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

const encode = (salt: Buffer, hash: Buffer, cost: Cost) =>
  `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${salt.toString("base64")}$${hash.toString("base64")}`;

const workOf = ({ ln, r, p }: Cost) => 2 ** ln * r * p;

/** A hash without a password. It is checked for an unknown email, so that this takes as long as for a known one. */
const placeholder = () => encode(Buffer.alloc(16), Buffer.alloc(32), presentCost());

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const cost = presentCost();
  return encode(salt, await hashInTurn(() => derive(password, salt, cost, 32)), cost);
}

function read(hash: string): { parameters: Cost; salt: Buffer; expected: Buffer } {
  const [, ln, r, p, salt = "", expected = ""] = form.exec(hash) ?? [];
  const parameters = { ln: Number(ln), r: Number(r), p: Number(p) };
  return { parameters, salt: Buffer.from(salt, "base64"), expected: Buffer.from(expected, "base64") };
}

/** The hash was made with cheaper parameters than the present ones. */
export const isOutdated = (hash: string) => workOf(read(hash).parameters) < workOf(presentCost());

export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  return hashInTurn(() => matchesHash(password, hash));
}

/** For callers that already hold a place in the queue. */
export async function matchesHash(password: string, hash: string | null): Promise<boolean> {
  const cost = presentCost();
  const { parameters, salt, expected } = read(hash ?? placeholder());
  const derived = await derive(password, salt, parameters, expected.length);
  // An old hash is checked faster, which would distinguish it from an unknown email, so the rest is added.
  const missing = Math.floor((workOf(cost) - workOf(parameters)) / (2 ** cost.ln * cost.r));
  if (missing > 0) await derive(password, salt, { ...cost, p: missing }, expected.length);
  return timingSafeEqual(derived, expected) && hash !== null;
}

function derive(password: string, salt: Buffer, { ln, r, p }: Cost, length: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
  return new Promise((resolve, reject) => {
    // Normalized, because the same characters can be encoded in two ways.
    scrypt(password.normalize("NFKC"), salt, length, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

let running = 0;
const waiting: (() => void)[] = [];

/** A few run at a time and the rest wait, in a queue of limited length. */
export async function hashInTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= maxWaiting) {
      throw new Refusal("sign_in_busy", "Too many sign-ins right now. Please try again.", {
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
    // The next caller in line gets the place directly, so that no newcomer can take it in between.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
