import { useSyncExternalStore } from "react";

/** A state of all requests, which the frame shows. */
class RequestState {
  private value = false;
  private readonly listeners = new Set<() => void>();

  set(next: boolean) {
    if (next === this.value) return;
    this.value = next;
    for (const listener of this.listeners) listener();
  }

  readonly get = () => this.value;
  readonly listen = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };
}

/** A request was rejected because the session has ended. */
export const signedOut = new RequestState();

/** A request did not reach the server. The next one that does ends this. */
export const unreachable = new RequestState();

/** Repeats a safe request until it succeeds. Returns how to end that earlier. */
export function repeatUntilDone(request: (signal: AbortSignal) => Promise<unknown>, everyMs: number) {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    // A request that is ended fails, too.
    if (stop.signal.aborted) return;
    timer = setTimeout(() => void request(stop.signal).catch(schedule), everyMs);
  };
  schedule();
  return () => {
    stop.abort();
    clearTimeout(timer);
  };
}

const never = () => false;

export const useRequestState = ({ listen, get }: RequestState) => useSyncExternalStore(listen, get, never);
