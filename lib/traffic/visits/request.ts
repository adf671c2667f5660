/** A request on a link host, as a value. */
export type LinkRequest = {
  method: string;
  /** In lower case and without a port. */
  host: string;
  /** The path as sent, without the query. */
  path: string;
  rawQuery: string;
  header(name: string): string | null;
  address: string;
  /** Reads the body up to a limit. Spooled requests have none. */
  bytes?: (limit: number) => Promise<Uint8Array>;
  /** The database's time. */
  now: Date;
  /** Milliseconds of a monotonic clock. */
  tick: number;
  /** The project of the host, for logs; set once it is known. */
  project?: number;
  /** A network's server sent it, which metrics count separately. */
  isServerClick?: boolean;
  /** That network, as its URL names it. */
  serverClickNetwork?: string;
};
