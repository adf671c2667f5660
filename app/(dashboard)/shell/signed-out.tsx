"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { signedOut, useRequestState } from "./request-state";
import { useSession } from "./session";

const SignInAgain = dynamic(() => import("./sign-in-again").then((module) => module.SignInAgain), {
  ssr: false,
});

export function toSignIn() {
  const here = location.pathname + location.search;
  location.assign(`/sign-in?from=${encodeURIComponent(here)}`);
}

/**
 * Asks for the password on the page itself after its session has ended, so that typed input remains. A page without a
 * member, whose first request was rejected, opens the sign-in page.
 */
export function SignedOut() {
  const { me } = useSession();
  const ended = useRequestState(signedOut);
  useEffect(() => {
    if (ended && !me) toSignIn();
  }, [ended, me]);
  // The state is kept between pages, but a new page has its own requests.
  useEffect(() => signedOut.set(false), []);
  return ended && me ? <SignInAgain member={me.member} /> : null;
}
