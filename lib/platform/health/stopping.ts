let stopping = false;

/** From now on this process takes leave: balancers are told to send nobody here any more. */
export function markStopping(): void {
  stopping = true;
}

export const isStopping = () => stopping;
