import { signIn } from "next-auth/react";
import { sameOriginPath } from "@/lib/base/web/same-origin-path";

/** Signs in and leaves for `to`, by a full load: nothing that was fetched as someone else stays. Never returns. */
export async function enter(credentials: { email: string; password: string }, to: string): Promise<never> {
  // It reads the outcome from the way back that the server tells. By itself that is this page's address, which may
  // hold the error of an earlier try.
  const answer = await signIn("credentials", { ...credentials, redirect: false, callbackUrl: "/" });
  if (!answer?.ok || answer.error) throw new Error(refusal(answer?.error, answer?.status));
  return redirectTo(to);
}

/** The page stays as it is, its button busy, until the next one is there. */
export function redirectTo(to: string): Promise<never> {
  location.assign(to);
  return new Promise(() => {});
}

/** The same words for an unknown email and a wrong password: which of the two it was is nobody's business. */
function refusal(error: string | null | undefined, status: number | undefined): string {
  if (status === 429 || error === "TooManyAttempts") return "Too many attempts. Try again in a few minutes.";
  if (error === "CredentialsSignin" || status === 401) return "Wrong email or password.";
  return "Couldn't sign you in. Try again.";
}

/** After signing in only a page of this site is opened, whatever the address asks for. */
export const destination = (from: string | null, origin: string): string =>
  (from && sameOriginPath(from, origin)) || "/";
