let starting = false;

/** The database was not looked after yet: nothing may be asked of it, and what comes meanwhile is spooled or refused. */
export function markStarting(): void {
  starting = true;
}

export function markStarted(): void {
  starting = false;
}

export const isStarting = () => starting;
