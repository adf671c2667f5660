"use client";

import { useEffect, useRef, useState } from "react";
import { ApiError, at, mutate } from "@/app/(dashboard)/shell/api";
import type { QueryResult } from "@/lib/data-access/query/schema";

type Failure = {
  message: string;
  /** The reader may run the query anyway. */
  isExpensive: boolean;
};

/** Only this rejection names the rows that the database expects to read. */
const isExpensive = (data: unknown) => typeof (data as { rows?: unknown } | null)?.rows === "number";

/** Runs queries, one at a time. A run ends with the page. */
export function useRun(project: number) {
  const [result, setResult] = useState<QueryResult | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [running, setRunning] = useState(false);
  const current = useRef<string | null>(null);
  const cancelPath = at("/projects/:project/queries/cancel", { project });

  const cancel = async () => {
    const id = current.current;
    if (id !== null) await mutate("POST", cancelPath, { run_id: id }).catch(() => {});
  };
  const latest = useRef(cancel);
  latest.current = cancel;
  useEffect(() => () => void latest.current(), []);

  async function run(sql: string, values: Record<string, string>, confirmed = false) {
    if (current.current !== null) return;
    const id = crypto.randomUUID();
    current.current = id;
    setRunning(true);
    setFailure(null);
    try {
      const path = at("/projects/:project/queries/run", { project });
      setResult(await mutate("POST", path, { sql, values, run_id: id, confirmed }));
    } catch (error) {
      const { message, data } = error instanceof ApiError ? error : { message: String(error), data: null };
      setFailure({ message, isExpensive: isExpensive(data) });
    } finally {
      current.current = null;
      setRunning(false);
    }
  }
  return { result, failure, running, run, cancel };
}
