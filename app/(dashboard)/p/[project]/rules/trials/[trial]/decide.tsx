import { at, call, within } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { confirm } from "@/components/confirm";
import { GatedButton } from "@/components/gated";
import type { Replay } from "@/lib/attribution/replay/schema";

/** Apply or discard. */
export function Decide({ replay }: { replay: Replay }) {
  const { id } = useProject();
  const refresh = useRefresh();
  const mayApply = useLacking("rules.write");
  const mayDiscard = useLacking("rules.try");
  const path = at("/projects/:project/rules", { project: id });
  const own = within(path, "/replays/:id", { id: replay.id });
  const { state, outcome } = replay;
  const apply = () =>
    confirm({
      title: "Apply these rules?",
      description: (
        <>
          <p>
            They are in force from now on, and the installs of these days are decided again
            {outcome ? `: ${outcome.moved.toLocaleString()} move to another campaign` : ""}. Reports follow,
            with their sign-ups, events and revenue.
          </p>
          <p>The decisions before stay readable on each install. Rules can be put back the same way.</p>
        </>
      ),
      action: "Apply",
      onConfirm: async () => {
        await call("POST", within(own, "/apply"));
        await refresh(path);
      },
    });
  const discard = () =>
    confirm({
      title: "Discard this trial?",
      description: "No decision was changed by it. What it counted stays readable.",
      action: "Discard",
      onConfirm: async () => {
        await call("DELETE", own);
        await refresh(path);
      },
    });
  if (state === "applying" || state === "applied" || state === "discarded") return null;
  return (
    <>
      <GatedButton reason={mayDiscard} onClick={discard}>
        {state === "trying" ? "Stop" : "Discard"}
      </GatedButton>
      {outcome === null ? null : (
        <GatedButton reason={mayApply} variant="primary" onClick={apply}>
          Apply
        </GatedButton>
      )}
    </>
  );
}
