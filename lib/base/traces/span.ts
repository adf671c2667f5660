/** What is told of a span when it ends; nothing of it is personal, nothing a value of a statement. */
export type About = {
  name?: string;
  attributes?: Record<string, string | number | undefined>;
  /** What kind of failure it was: a status, a code. */
  failed?: string | undefined;
};

/** A piece of work, with a beginning, an end and whose part it is. */
export interface Span {
  readonly isSampled: boolean;
  /** As the next process is told of it (W3C Trace Context). */
  readonly headers: { traceparent: string; tracestate?: string };
  /** What is begun in `work`, and in what it waits for, is part of it. */
  within<T>(work: () => T): T;
  end(about: About): void;
}

type Header = string | string[] | null | undefined;

export interface Tracer {
  /** A call that came in: part of its caller's trace where it names one. */
  call(headers: { traceparent: Header; tracestate: Header }): Span;
  /** A statement of whatever is under way; null where that is not told of. */
  statement(name: string): Span | null;
  /**
   * Work that is done for many at once: part of the first of them that is told of, and linked to all others. For one
   * alone it is his own work.
   */
  batch<T>(name: string, of: (Span | undefined)[], work: () => Promise<T>): Promise<T>;
  current(): Span | undefined;
  counts(): { exported: number; dropped: number };
  /** What is waiting is handed over, if that does not take long. */
  stop(): Promise<void>;
}
