"use client";

import { useEffect, useRef } from "react";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import type { Project } from "../../contract";
import { useGet, useRefresh } from "../../data";
import { useProject } from "../../session";

/** How far a change of the time zone is, as long as it is under way; what is on the screen is asked for again with it. */
export function RecutNote() {
  const { id } = useProject();
  const refresh = useRefresh();
  const path = `/projects/${id}`;
  const { data } = useGet<Project>(path);
  useGet<Project>(data?.recut ? path : null, { refetchInterval: 1_500 });
  const state = data?.recut?.state ?? null;
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== null && before.current !== state) void refresh(path, "/me");
    before.current = state;
  }, [state, path, refresh]);
  if (!data?.recut) return null;
  const { time_zone, from_time_zone, done, total } = data.recut;
  const isCutting = state === "CUTTING";
  return (
    <Card className="grid gap-2.5 p-5" role="status">
      <p className="text-sm">
        <span className="font-medium">Days are being cut anew for {time_zone}</span>
        {isCutting ? null : (
          <span className="num text-muted">
            {" "}
            · {done.toLocaleString("en")} of {Math.max(total, done).toLocaleString("en")} users and installs
          </span>
        )}
      </p>
      <Progress value={isCutting ? null : done / Math.max(total, done, 1)} label="Days cut anew" />
      <p className="text-muted text-sm">
        {isCutting
          ? `Figures are by days of ${from_time_zone} until all of them are counted again.`
          : `Figures are by days of ${time_zone} now; retention and counts of different users follow.`}{" "}
        Should the server stop, it goes on where it was.
      </p>
    </Card>
  );
}
