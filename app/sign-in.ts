import { t } from "@/lib/base/languages/texts";
export type Credentials = { email: string; password: string };

/** Signs in and stays on the page. Rejects with a text for the reader. */
export async function signInWith(credentials: Credentials): Promise<void> {
  const { signIn } = await import("next-auth/react");
  // NextAuth reads the outcome from the callback URL. Its default is this page's address, which may hold an earlier
  // error.
  const answer = await signIn("credentials", { ...credentials, redirect: false, callbackUrl: "/" });
  if (!answer?.ok || answer.error) throw new Error(refusal(answer?.error, answer?.status));
}

/** The same text for an unknown email and a wrong password, so that it does not reveal which emails exist. */
function refusal(error: string | null | undefined, status: number | undefined): string {
  if (status === 429 || error === "TooManyAttempts")
    return t("Too many attempts. Try again in a few minutes.");
  if (error === "CredentialsSignin" || status === 401) return t("Wrong email or password.");
  return t("Couldn't sign you in. Try again.");
}

/** NextAuth's client is loaded when it is needed, not with every screen. */
export async function signOut(): Promise<void> {
  const client = await import("next-auth/react");
  await client.signOut({ callbackUrl: "/sign-in" });
}
