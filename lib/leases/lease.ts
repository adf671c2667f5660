import { endLease, extendLease, insertLease } from "@/lib/leases/queries";

export type Result = Record<string, unknown>;

/**
 * Runs the work if nobody else does, in whatever process; null when somebody does. A holder that dies is replaced
 * when its time is over, one that goes on says so with `extend`.
 */
export async function withLease(
  task: string,
  ms: number,
  work: (extend: () => Promise<void>) => Promise<Result>,
): Promise<Result | null> {
  if (!(await insertLease(task, ms))) return null;
  let result: Result = { ok: false };
  try {
    result = { ok: true, ...(await work(() => extendLease(task, ms))) };
    return result;
  } finally {
    await endLease(task, result);
  }
}
