let stopping = false;

/** From now on this process is not ready, so that balancers send no more calls here. */
export function markStopping(): void {
  stopping = true;
}

export const isStopping = () => stopping;
