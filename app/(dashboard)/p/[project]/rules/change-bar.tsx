import { FlaskConical } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Gated } from "@/components/gated";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { addDays } from "@/lib/days";
import { dayIn } from "@/lib/time";
import { ApiError, call } from "../../../api";
import type { RulesChanged } from "../../../contract";
import { useAction, useRefresh } from "../../../data";
import { useLacking } from "../../../roles";
import { useProject } from "../../../session";
import type { Draft } from "./draft";

const spans = ["7", "14", "30", "90"] as const;

/** What was changed is tried on the past first; or put in force for what is decided from now on. */
export function ChangeBar({
  settings,
  failure,
  onFailure,
  onDiscard,
}: {
  settings: Draft;
  failure: Error | null;
  onFailure: (failure: Error | null) => void;
  onDiscard: () => void;
}) {
  const project = useProject();
  const router = useRouter();
  const refresh = useRefresh();
  const reason = useLacking("rules.write");
  const [days, setDays] = useState<(typeof spans)[number]>("30");
  const path = `/projects/${project.id}/rules`;
  const withFailure = async <T,>(work: () => Promise<T>): Promise<T> => {
    onFailure(null);
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof Error) onFailure(cause);
      throw cause;
    }
  };
  const trial = useAction(() =>
    withFailure(async () => {
      const to = dayIn(project.time_zone, new Date());
      const from = addDays(to, 1 - Number(days));
      const { id } = await call<{ id: number }>("POST", `${path}/replays`, { settings, from, to });
      router.push(`/p/${project.id}/rules/trials/${id}`);
    }),
  );
  const save = useAction(
    () =>
      withFailure(async () => {
        const changed = await call<RulesChanged>("PUT", path, { settings });
        // What only says what is usual anyway is no change.
        if (changed.changes.length === 0) onDiscard();
        await refresh(path);
        return changed;
      }),
    { done: "The rules are in force for what is decided from now on" },
  );
  const elsewhere = failure && !(failure instanceof ApiError && Object.keys(failure.fields).length > 0);
  return (
    <section
      aria-label="Changes"
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-xl border bg-floating px-4 py-3 shadow-lg"
    >
      <p className="mr-auto text-sm">
        <span className="font-medium">Not in force yet.</span>{" "}
        <span className="text-muted">
          {elsewhere
            ? failure.message
            : failure
              ? "Something above is not right."
              : "Try it on the past first."}
        </span>
      </p>
      <Button variant="ghost" onClick={onDiscard}>
        Undo
      </Button>
      <Gated reason={reason}>
        {(gate) => (
          <Button {...gate} loading={save.isPending} onClick={() => save.mutate()}>
            Use from now on
          </Button>
        )}
      </Gated>
      <Select
        aria-label="Days to try it on"
        className="h-8 w-34"
        value={days}
        options={spans.map((value) => ({ value, label: `Last ${value} days` }))}
        onValueChange={setDays}
      />
      <Button variant="primary" loading={trial.isPending} onClick={() => trial.mutate()}>
        <FlaskConical />
        Try it
      </Button>
    </section>
  );
}
