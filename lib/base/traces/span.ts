/** The attributes that a span gets when it ends. They contain no personal data and no values of statements. */
export type SpanOptions = {
  name?: string;
  attributes?: Record<string, string | number | undefined>;
  /** The kind of the failure: a status or a code. */
  failed?: string | undefined;
};

/** A unit of work with a beginning, an end and a parent. */
export interface Span {
  readonly isSampled: boolean;
  /** The headers that pass the trace on to the next process (W3C Trace Context). */
  readonly headers: { traceparent: string; tracestate?: string };
  /** Spans that begin inside `work`, also after an await, become children of this one. */
  run<T>(work: () => T): T;
  end(about: SpanOptions): void;
}

type Header = string | string[] | null | undefined;

export interface Tracer {
  /** The span of an incoming call; it joins the caller's trace if the headers name one. */
  call(headers: { traceparent: Header; tracestate: Header }): Span;
  /** A statement of the current span; null if that span is not sampled. */
  statement(name: string): Span | null;
  /**
   * The span of work for many callers at once: a child of the first sampled one, linked to all others. For a single
   * caller the work runs inside its own span.
   */
  batch<T>(name: string, of: (Span | undefined)[], work: () => Promise<T>): Promise<T>;
  current(): Span | undefined;
  counts(): { exported: number; dropped: number };
  /** Sends the waiting spans, within a short time. */
  stop(): Promise<void>;
}
