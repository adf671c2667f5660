"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useOffline } from "next/offline";
import { useEffect, useRef } from "react";
import { at, get } from "@/app/(dashboard)/shell/api";
import { repeatUntilDone, unreachable, useRequestState } from "@/app/(dashboard)/shell/request-state";
import { rich } from "@/components/rich";

const everyMs = 3_000;

/** Checks the connection until the server responds, with an error or without one. */
function useConnectionCheck(isOn: boolean) {
  useEffect(() => (isOn ? repeatUntilDone((signal) => get(at("/me"), signal), everyMs) : undefined), [isOn]);
}

/**
 * Shown while the server cannot be reached. The page stays open: Next repeats the opening of a page, and the requests
 * that failed meanwhile are repeated here.
 */
export function ConnectionBar() {
  const client = useQueryClient();
  const isUnreachable = useRequestState(unreachable);
  const isLost = useOffline() || isUnreachable;
  const wasLost = useRef(false);
  useConnectionCheck(isUnreachable);
  useEffect(() => {
    if (wasLost.current && !isLost)
      void client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
    wasLost.current = isLost;
  }, [isLost, client]);
  return (
    <div role="status" className="sticky top-13 z-20 print:hidden">
      {isLost ? (
        <p className="flex items-center gap-2.5 border-warning/25 border-b bg-warning-soft px-4 py-2 text-sm sm:px-6 lg:px-8">
          <CloudOff className="size-4 shrink-0 text-warning" aria-hidden="true" />
          <span>
            {rich(
              "<b>No connection to the server.</b> This page stays open, and continues when the connection is back.",
              { b: (text) => <strong className="font-medium">{text}</strong> },
            )}
          </span>
        </p>
      ) : null}
    </div>
  );
}
