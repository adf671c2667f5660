let starting = false;

/**
 * The database has not been checked and migrated yet. No query may run, and calls are spooled or refused until then.
 */
export function markStarting(): void {
  starting = true;
}

export function markStarted(): void {
  starting = false;
}

export const isStarting = () => starting;
