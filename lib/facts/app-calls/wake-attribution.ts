/** Installs are decided in a later room, which says here whom to tell that some wait. */
let decide: (projectId: number) => void = () => {};

export function whenUndecided(listener: (projectId: number) => void): void {
  decide = listener;
}

export const wakeDecider = (projectId: number) => decide(projectId);
