import { signIn } from "next-auth/react";
import { sameOriginPath } from "@/lib/base/web/same-origin-path";

type Credentials = { email: string; password: string };

/** Signs in and opens `to` with a full load, so that no data of another user remains. Never returns. */
export async function enter(credentials: Credentials, to: string): Promise<never> {
  await signInWith(credentials);
  return redirectTo(to);
}

/** Signs in and stays on the page. Rejects with a text for the reader. */
export async function signInWith(credentials: Credentials): Promise<void> {
  // NextAuth reads the outcome from the callback URL. Its default is this page's address, which may hold an earlier
  // error.
  const answer = await signIn("credentials", { ...credentials, redirect: false, callbackUrl: "/" });
  if (!answer?.ok || answer.error) throw new Error(refusal(answer?.error, answer?.status));
}

/** The page keeps its busy button until the next page has loaded. */
export function redirectTo(to: string): Promise<never> {
  location.assign(to);
  return new Promise(() => {});
}

/** The same text for an unknown email and a wrong password, so that it does not reveal which emails exist. */
function refusal(error: string | null | undefined, status: number | undefined): string {
  if (status === 429 || error === "TooManyAttempts") return "Too many attempts. Try again in a few minutes.";
  if (error === "CredentialsSignin" || status === 401) return "Wrong email or password.";
  return "Couldn't sign you in. Try again.";
}

/** After signing in, only a page of this site is opened, whatever the address requests. */
export const destination = (from: string | null, origin: string): string =>
  (from && sameOriginPath(from, origin)) || "/";
