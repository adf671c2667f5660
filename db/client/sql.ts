import type postgres from "postgres";

export type Sql = postgres.Sql<{ bigint: number }>;

/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
