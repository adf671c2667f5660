/** The results of this process's tasks, for the metrics. */
export type TaskRun = { lastMs: number | null; succeededAt: number | null; failures: number };

const runs = new Map<string, TaskRun>();

export function taskRunOf(task: string): TaskRun {
  const known = runs.get(task);
  if (known) return known;
  const run: TaskRun = { lastMs: null, succeededAt: null, failures: 0 };
  runs.set(task, run);
  return run;
}

export function noteSuccess(task: string, ms: number, at: number): void {
  Object.assign(taskRunOf(task), { lastMs: ms, succeededAt: at });
}

export function noteFailure(task: string): void {
  taskRunOf(task).failures++;
}
