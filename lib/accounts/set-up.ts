import { hashOfSecret } from "@/lib/accounts/access/credentials";
import { hashNewPassword } from "@/lib/accounts/choose-password";
import { createOwner, isSetUpToken, storeSetUpToken } from "@/lib/accounts/queries";
import { randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";

const stored = (token: string) => hashOfSecret(token).toString("hex");

/**
 * The link that creates the first member, or null if there is one. It works once, and a new link invalidates the
 * previous one. Only its hash is stored, so a lost link is replaced by restarting the server.
 */
export async function openSetUp(appUrl: string, now: Date): Promise<string | null> {
  const token = randomBase62(32);
  return (await storeSetUpToken(stored(token), now)) ? `${appUrl}/setup?token=${token}` : null;
}

export const isSetUpOpen = (token: string) => isSetUpToken(stored(token));

/** Creates the owner and the first account. Of two calls with the same link one succeeds. */
export async function setUp(owner: {
  token: string;
  email: string;
  name: string;
  password: string;
  accountName: string;
}) {
  const { token, password, ...rest } = owner;
  if (!(await isSetUpOpen(token))) throw used();
  const made = await createOwner(stored(token), {
    ...rest,
    passwordHash: await hashNewPassword(password, rest.email),
  });
  if (!made) throw used();
  return made;
}

const used = () =>
  new Refusal(
    "setup_link_used",
    "This link was already used or replaced. Restart the server to get a new one.",
  );
