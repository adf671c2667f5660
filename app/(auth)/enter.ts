import { type Credentials, signInWith } from "@/app/sign-in";
import { sameOriginPath } from "@/lib/base/web/same-origin-path";

/** Signs in and opens `to` with a full load, so that no data of another user remains. Never returns. */
export async function signInAndOpen(credentials: Credentials, to: string): Promise<never> {
  await signInWith(credentials);
  return redirectTo(to);
}

/** The page keeps its busy button until the next page has loaded. */
export function redirectTo(to: string): Promise<never> {
  location.assign(to);
  return new Promise(() => {});
}

/** After signing in, only a page of this site is opened, whatever the address requests. */
export const destination = (from: string | null, origin: string): string =>
  (from && sameOriginPath(from, origin)) || "/";
