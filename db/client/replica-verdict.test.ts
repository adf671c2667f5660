import { describe, expect, test } from "vitest";
import { evaluateReplica, type ServerVitals, type WalMark } from "@/db/client/replica-verdict";

const primary: ServerVitals = {
  standby: false,
  system: "7",
  database: "16385",
  migrations: 30,
  position: 1_000,
  now: 5_000,
  replayed_at: null,
};
const replica: ServerVitals = { ...primary, standby: true, replayed_at: 4_000 };
const marks: WalMark[] = [
  { position: 900, at: 98 },
  { position: 800, at: 96 },
  { position: 700, at: 60 },
];
const verdict = (over: Partial<ServerVitals>, known = marks) =>
  evaluateReplica(primary, { ...replica, ...over }, known, 100, 10);

test("a replica of another system or database is rejected, whether or not it is a standby", () => {
  expect(verdict({ system: "8" }).fault).toBe("contains another database");
  expect(verdict({ database: "5" }).fault).toBe("contains another database");
});

test("a server that is not a standby is rejected", () => {
  expect(verdict({ standby: false }).fault).toBe("is not a standby");
});

test("a replica without all migrations is not read, however small its lag is", () => {
  expect(verdict({ migrations: 29 }).fault).toBe("lacks migrations");
});

describe("the lag", () => {
  test("is zero if everything is replayed, however old the last change is", () => {
    expect(verdict({})).toEqual({ fault: null, lagSeconds: 0 });
    expect(verdict({ position: 1_200 })).toEqual({ fault: null, lagSeconds: 0 });
  });

  test("is the time since the primary had the replica's position", () => {
    expect(verdict({ position: 950 })).toEqual({ fault: null, lagSeconds: 2 });
    expect(verdict({ position: 800 })).toEqual({ fault: null, lagSeconds: 4 });
    expect(verdict({ position: 799 })).toEqual({ fault: "is more than 10 s behind", lagSeconds: 40 });
  });

  test("is read from the last replayed change after a long pause between checks", () => {
    expect(verdict({ position: 1 })).toEqual({ fault: "is more than 10 s behind", lagSeconds: 1_000 });
    expect(verdict({ position: 1, replayed_at: 4_995 }, [])).toEqual({ fault: null, lagSeconds: 5 });
    expect(verdict({ position: 1, replayed_at: null }, []).fault).toBe("is more than 10 s behind");
  });
});
