import { frozenRefusal } from "@/lib/gateway/frozen";

export const kilobyte = 1024;

/** The defaults of all kinds of route. */
export const routeDefaults = {
  bodyLimit: 1024 * kilobyte,
  cors: false,
  bodyFirst: false,
  deadlineMs: 10_000,
  answers: {},
  refusalOf: frozenRefusal,
};
