/**
 * Long work in short steps. Who works on something large gives way after each of them, so that others are answered
 * meanwhile: one process serves everybody.
 */
export type Steps<Result> = Generator<undefined, Result>;

export async function runInSteps<Result>(work: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
