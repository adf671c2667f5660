import { frozenRefusal } from "@/lib/gateway/frozen";

export const kilobyte = 1024;

/** What the kinds of route have in common, unless they say otherwise. */
export const base = {
  bodyLimit: 1024 * kilobyte,
  cors: false,
  bodyFirst: false,
  deadlineMs: 10_000,
  answers: {},
  refusalOf: frozenRefusal,
};
