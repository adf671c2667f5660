import { scryptSync } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { hashInTurn, hashPassword, isOutdated, isPassword } from "@/lib/accounts/password";
import { completeEnv } from "@/lib/base/env";

/** The suite hashes at a 256th of the cost of other programs, because a hash at theirs takes a quarter of a second. */
function useCost(cost: string) {
  const before = process.env.PASSWORD_COST ?? "";
  completeEnv({ PASSWORD_COST: cost });
  onTestFinished(() => completeEnv({ PASSWORD_COST: before }));
}

test("the right password matches its hash, and nothing else does", async () => {
  const hash = await hashPassword("correct horse");
  expect(await isPassword("correct horse", hash)).toBe(true);
  for (const wrong of ["", "correct hors", "correct horse ", "Correct horse"])
    expect(await isPassword(wrong, hash)).toBe(false);
});

test("the hash is an scrypt hash and contains its parameters", async () => {
  useCost("");
  const hash = await hashPassword("correct horse");
  const [, name, parameters, salt = "", digest = ""] = hash.split("$");
  expect([name, parameters]).toEqual(["scrypt", "ln=15,r=8,p=3"]);
  const options = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 27 };
  expect(scryptSync("correct horse", Buffer.from(salt, "base64"), 32, options).toString("base64")).toBe(
    digest,
  );
});

test("a hash with other parameters is still accepted", async () => {
  const salt = Buffer.from("0123456789abcdef");
  const digest = scryptSync("correct horse", salt, 32, { N: 2 ** 12, r: 8, p: 2 });
  const hash = `$scrypt$ln=12,r=8,p=2$${salt.toString("base64")}$${digest.toString("base64")}`;
  expect(await isPassword("correct horse", hash)).toBe(true);
  expect(await isPassword("wrong horse", hash)).toBe(false);
});

test("one password has different hashes", async () => {
  expect(await hashPassword("correct horse")).not.toBe(await hashPassword("correct horse"));
});

test("a letter with two encodings is one letter", async () => {
  expect(await isPassword("cafe\u0301 horse", await hashPassword("café horse"))).toBe(true);
});

test("no password matches an unknown email", async () => {
  for (const guess of ["", "\u0000".repeat(16), "password"])
    expect(await isPassword(guess, null)).toBe(false);
});

test("at most two passwords are hashed at once, in order of arrival, and the queue is limited", async () => {
  let running = 0;
  let highest = 0;
  const order: number[] = [];
  const work = (i: number) => async () => {
    highest = Math.max(highest, ++running);
    order.push(i);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
  };
  const all = await Promise.allSettled(Array.from({ length: 300 }, (_, i) => hashInTurn(work(i))));
  expect(highest).toBe(2);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  const refused = all.filter((outcome) => outcome.status === "rejected");
  expect(refused).toHaveLength(300 - 202);
  expect(refused[0]?.reason).toMatchObject({ status: 503 });
  expect(await hashInTurn(async () => "free again")).toBe("free again");
});

test("failing work releases its turn", async () => {
  const fail = () => hashInTurn(() => Promise.reject(new Error("no")));
  await Promise.allSettled([fail(), fail(), fail(), fail()]);
  expect(await hashInTurn(async () => "free again")).toBe("free again");
});

test("an old hash is outdated, and its check takes as much processor time as that of a new one", async () => {
  // The old hash costs a 24th of the new one.
  useCost("13");
  const salt = Buffer.from("0123456789abcdef");
  const digest = scryptSync("correct horse", salt, 32, { N: 2 ** 10, r: 8, p: 1 });
  const old = `$scrypt$ln=10,r=8,p=1$${salt.toString("base64")}$${digest.toString("base64")}`;
  const fresh = await hashPassword("correct horse");
  expect([isOutdated(old), isOutdated(fresh)]).toEqual([true, false]);
  const timed = async (hash: string | null) => {
    const before = process.cpuUsage();
    await isPassword("a guess", hash);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  // Measured in this process, including its password threads, so other load on the machine does not count.
  const times: { old: number; none: number }[] = [];
  for (let i = 0; i < 5; i++) times.push({ old: await timed(old), none: await timed(null) });
  const shortest = (of: "old" | "none") => Math.min(...times.map((one) => one[of]));
  expect(shortest("old")).toBeGreaterThan(shortest("none") / 2);
});
