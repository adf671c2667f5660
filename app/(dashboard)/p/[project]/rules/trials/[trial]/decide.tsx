import { useState } from "react";
import { at, call, within } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { Gated } from "@/components/gated";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Replay } from "@/lib/attribution/replay/schema";

/** Apply or discard. */
export function Decide({ replay }: { replay: Replay }) {
  const { id } = useProject();
  const refresh = useRefresh();
  const [asking, setAsking] = useState<"apply" | "discard" | null>(null);
  const mayApply = useLacking("rules.write");
  const mayDiscard = useLacking("rules.try");
  const path = at("/projects/:project/rules", { project: id });
  const own = within(path, "/replays/:id", { id: replay.id });
  const open = (dialog: typeof asking) => (next: boolean) => setAsking(next ? dialog : null);
  const { state, outcome } = replay;
  if (state === "applying" || state === "applied" || state === "discarded") return null;
  return (
    <>
      <Gated reason={mayDiscard}>
        {(gate) => (
          <Button {...gate} onClick={() => setAsking("discard")}>
            {state === "trying" ? "Stop" : "Discard"}
          </Button>
        )}
      </Gated>
      {outcome === null ? null : (
        <Gated reason={mayApply}>
          {(gate) => (
            <Button {...gate} variant="primary" onClick={() => setAsking("apply")}>
              Apply
            </Button>
          )}
        </Gated>
      )}
      <ConfirmDialog
        open={asking === "apply"}
        onOpenChange={open("apply")}
        title="Apply these rules?"
        description={
          <>
            <p>
              They are in force from now on, and the installs of these days are decided again
              {outcome ? `: ${outcome.moved.toLocaleString()} move to another campaign` : ""}. Reports follow,
              with their sign-ups, events and revenue.
            </p>
            <p>The decisions before stay readable on each install. Rules can be put back the same way.</p>
          </>
        }
        action="Apply"
        onConfirm={async () => {
          await call("POST", within(own, "/apply"));
          await refresh(path);
        }}
      />
      <ConfirmDialog
        open={asking === "discard"}
        onOpenChange={open("discard")}
        title="Discard this trial?"
        description="No decision was changed by it. What it counted stays readable."
        action="Discard"
        onConfirm={async () => {
          await call("DELETE", own);
          await refresh(path);
        }}
      />
    </>
  );
}
