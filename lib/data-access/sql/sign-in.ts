import postgres from "postgres";
import { driverOptions } from "@/db/client/address";
import { errorCode } from "@/lib/base/database-failure";
import { Refusal } from "@/lib/base/refusal";

const otherUser = (user: string) =>
  new Refusal(
    "wrong_state",
    `The connection pooler signs in to the database as ${user}, whatever the user is, so SQL roles would not be limited to their project. Remove user= from the pooler's line for this database.`,
  );

/**
 * The first statement of a role's transaction. A pooler may sign in as another user, whose rights a query would have. The
 * timeout belongs to the transaction, because a pooler may drop it at the start of a connection.
 */
export async function enterAs(role: string, tx: postgres.TransactionSql, seconds: number): Promise<void> {
  const [is] = await tx.unsafe<{ user: string }[]>(
    `select session_user::text as user, set_config('statement_timeout', '${seconds}s', true)`,
  );
  if (is!.user !== role) throw otherUser(is!.user);
}

const tries = 10;
const pauseMs = 500;

/**
 * Signs in at the address that an analyst gets. Returns the reason if that is impossible, and throws if the address has
 * another user's rights. A replica learns of a new role a moment later, so the role is tried for a few seconds.
 */
export async function checkSignIn(url: string, role: string): Promise<string | null> {
  const { options, settings } = driverOptions(url, { timeoutMs: 10_000 });
  for (let left = tries; ; left--) {
    const client = postgres({
      ...options,
      connection: settings,
      max: 1,
      prepare: false,
      fetch_types: false,
      connect_timeout: 5,
      onnotice: () => {},
    });
    try {
      await client.begin("read only", (tx) => enterAs(role, tx, 10));
      return null;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (left <= 1) return (error as Error).message || errorCode(error);
    } finally {
      await client.end({ timeout: 0 }).catch(() => {});
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
