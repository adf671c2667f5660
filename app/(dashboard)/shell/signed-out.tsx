"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Dialog, DialogBody, DialogContent, DialogFooter } from "@/components/dialogs/dialog";
import { hasUnsavedChanges } from "@/components/fields/unsaved";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ApiError, at, get } from "./api";

let checking = false;
const listeners = new Set<() => void>();

function checkSession(now: boolean) {
  checking = now;
  for (const listener of listeners) listener();
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function toSignIn() {
  const here = location.pathname + location.search;
  location.assign(`/sign-in?from=${encodeURIComponent(here)}`);
}

/** After the session has ended, opens the sign-in page, unless unsaved input would be lost. */
export function signInAgain() {
  if (hasUnsavedChanges()) checkSession(true);
  else toSignIn();
}

/** Covers a page with unsaved input after its session ended. The member signs in in another tab and continues here. */
export function SignedOut() {
  const open = useSyncExternalStore(
    listen,
    () => checking,
    () => false,
  );
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    if (!open) return;
    let stopped = false;
    async function check() {
      try {
        await get(at("/me"));
      } catch (error) {
        const signedOut = error instanceof ApiError && error.status === 401;
        if (!stopped) setProblem(signedOut || !(error instanceof Error) ? null : error.message);
        return;
      }
      if (stopped) return;
      checkSession(false);
      void client.invalidateQueries();
    }
    const onSight = () => {
      if (!document.hidden) void check();
    };
    window.addEventListener("focus", onSight);
    document.addEventListener("visibilitychange", onSight);
    return () => {
      stopped = true;
      window.removeEventListener("focus", onSight);
      document.removeEventListener("visibilitychange", onSight);
    };
  }, [open, client]);

  return (
    <Dialog open={open} onOpenChange={(next) => !next && checkSession(false)}>
      <DialogContent title="You are signed out" description="Your changes are still here, but not saved yet.">
        <DialogBody className="text-sm">
          <p>Sign in in a new tab, then come back to this one.</p>
          {problem ? <Alert tone="danger">{problem}</Alert> : null}
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => checkSession(false)}>Back to the page</Button>
          <Button asChild variant="primary">
            <a href="/sign-in" target="_blank" rel="noreferrer">
              Sign in in a new tab
            </a>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
