import { connect, type Sql, timeouts } from "@/db";
import { CannotStart } from "@/lib/base/cannot-start";

/**
 * Makes sure that statements time out behind any proxy or pooler. Connections request the timeout when they are opened,
 * but a pooler may drop that. The timeout then becomes a setting of the role in this database.
 */
export async function ensureTimeouts(): Promise<void> {
  if (await on(hasTimeouts)) return;
  await on(setForRole);
  // A pooler reuses older connections without the setting, including the one that runs this statement.
  await on(endOwnConnections).catch(() => {});
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await on(hasTimeouts)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new CannotStart(
    "Database statements have no timeout: a pooler in front of Postgres keeps connections that were opened " +
      "without one. Make it open new ones (RECONNECT; in PgBouncer's console, or a restart), then start Cairn again.",
  );
}

/** Makes a new client for each step, because the previous step's connection may have ended. */
async function on<T>(step: (client: Sql) => Promise<T>): Promise<T> {
  const client = connect({ max: 1 });
  try {
    return await step(client);
  } finally {
    await client.end({ timeout: 1 });
  }
}

async function hasTimeouts(client: Sql): Promise<boolean> {
  const [row] = await client<{ all: boolean }[]>`
    select bool_and(setting::bigint > 0) as all from pg_settings where name in ${client(Object.keys(timeouts()))}`;
  return row!.all;
}

async function setForRole(client: Sql): Promise<void> {
  for (const [name, ms] of Object.entries(timeouts())) {
    await client.unsafe(
      `do $$ begin execute format('alter role current_user in database %I set ${name} to %L', current_database(), '${ms}'); end $$`,
    );
  }
}

/** Ends Cairn's connections, which it recognizes by name; their statements are repeated. */
async function endOwnConnections(client: Sql): Promise<void> {
  await client`
    select pg_terminate_backend(a.pid) from pg_stat_activity a
    where a.datname = current_database() and a.usename = current_user
      and a.application_name in ('cairn', 'postgres.js', '')
    order by a.pid = pg_backend_pid()`;
}
