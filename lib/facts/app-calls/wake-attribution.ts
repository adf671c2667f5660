/** Breaks an import cycle: the attribution code imports this folder, so it registers its listener here. */
let decide: (projectId: number) => void = () => {};

export function onUndecidedInstall(listener: (projectId: number) => void): void {
  decide = listener;
}

export const wakeDecider = (projectId: number) => decide(projectId);
