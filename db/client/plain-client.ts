import postgres from "postgres";
import { driverOptions } from "@/db/client/address";
import { safeTransactions } from "@/db/client/transactions";
import { env } from "@/lib/base/env";

/**
 * One connection outside the pool, without a statement timeout, because migrations and backups may take long. The
 * driver would replace it after half an hour, and the state of the session would be lost.
 */
export function plainClient(): postgres.Sql {
  const { options, settings } = driverOptions(env.DATABASE_URL ?? "", {
    folder: env.DATABASE_SOCKET,
    timeoutMs: null,
  });
  const client = postgres({
    ...options,
    connection: settings,
    max: 1,
    prepare: false,
    connect_timeout: 10,
    max_lifetime: 0,
    onnotice: () => {},
  });
  return safeTransactions(client);
}
