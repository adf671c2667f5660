/** Long work in short steps. It yields after each of them, so that one process can answer other calls meanwhile. */
export type WorkSteps<Result> = Generator<undefined, Result>;

export async function runInSteps<Result>(work: WorkSteps<Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
