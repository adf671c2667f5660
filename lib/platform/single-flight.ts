type Waiting<Result> = { promise: Promise<Result>; start(): void };

/** Callers who were just answered and call again at once may join within this many turns of the event loop. */
const turns = 3;

/**
 * Answers concurrent calls with the same key by one look-up. A caller who arrives while one is running waits for the
 * next. That begins after the call and so sees everything that was committed before it.
 */
export class SingleFlight<Result> {
  private readonly busy = new Map<string, { next: Waiting<Result> | null }>();

  read(key: string, run: () => Promise<Result>): Promise<Result> {
    const turn = this.busy.get(key);
    if (!turn) {
      this.busy.set(key, { next: null });
      return this.carry(key, run);
    }
    turn.next ??= this.later(key, run);
    return turn.next.promise;
  }

  private later(key: string, run: () => Promise<Result>): Waiting<Result> {
    let start = () => {};
    const promise = new Promise<void>((resolve) => {
      start = resolve;
    }).then(() => this.carry(key, run));
    return { promise, start };
  }

  private async carry(key: string, run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } finally {
      this.release(key, turns);
    }
  }

  private release(key: string, left: number): void {
    if (left > 0) {
      setImmediate(() => this.release(key, left - 1));
      return;
    }
    const next = this.busy.get(key)?.next;
    if (next) {
      this.busy.set(key, { next: null });
      next.start();
    } else {
      this.busy.delete(key);
    }
  }
}
