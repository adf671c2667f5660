"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, type ApiRequest, get, withQuery } from "@/app/(dashboard)/shell/api";
import { signedOut, useRequestState } from "@/app/(dashboard)/shell/request-state";
import type { LiveEntry } from "@/lib/activity/live/schema";
import { mergeEntries } from "./entries";

const everyMs = 2_000;
const slowestMs = 30_000;
const max = 300;

type Live = {
  /** Undefined until the first response. */
  entries: readonly LiveEntry[] | undefined;
  error: Error | null;
  /** More entries arrived than one response can hold. */
  cut: boolean;
  retry: () => void;
};

type State = Omit<Live, "retry"> & { path: string };

/** No requests are made while paused or while the tab is hidden. */
export function useLiveEntries(path: ApiRequest<"/projects/:project/live">, paused: boolean): Live {
  const [state, setState] = useState<State>({ path, entries: undefined, error: null, cut: false });
  const [tries, setTries] = useState(0);
  const isSignedOut = useRequestState(signedOut);
  const retry = useCallback(() => setTries((n) => n + 1), []);

  /** All entries up to this point are known, so polling continues here after a pause. */
  const known = useRef({ path: "", until: "" });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try begins again
  useEffect(() => {
    if (isSignedOut) return;
    const stop = new AbortController();
    let failures = 0;
    let looking = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function fetchNew() {
      clearTimeout(timer);
      const until = known.current.path === path ? known.current.until : "";
      if (looking || (document.hidden && until !== "")) return;
      looking = true;
      try {
        const page = await get(withQuery(path, { limit: 200, after: until || undefined }), stop.signal);
        known.current = { path, until: page.next };
        failures = 0;
        setState((last) => {
          const before = last.path === path ? (last.entries ?? []) : [];
          return {
            path,
            entries: mergeEntries(before, page.entries, max),
            error: null,
            cut: until !== "" && page.cut,
          };
        });
      } catch (error) {
        if (stop.signal.aborted) return;
        // Continues after the next sign-in.
        if (error instanceof ApiError && error.status === 401) return;
        failures++;
        setState((last) => ({
          path,
          entries: last.path === path ? last.entries : undefined,
          error: error instanceof Error ? error : new Error(String(error)),
          cut: false,
        }));
      } finally {
        looking = false;
      }
      if (!paused) timer = setTimeout(fetchNew, Math.min(everyMs * 2 ** failures, slowestMs));
    }

    const onSight = () => {
      if (!document.hidden) void fetchNew();
    };
    // A new address is requested once, even while paused.
    if (!paused || known.current.path !== path) void fetchNew();
    if (!paused) document.addEventListener("visibilitychange", onSight);
    return () => {
      stop.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onSight);
    };
  }, [path, paused, tries, isSignedOut]);

  const current = state.path === path;
  return {
    entries: current ? state.entries : undefined,
    error: current ? state.error : null,
    cut: current && state.cut,
    retry,
  };
}
