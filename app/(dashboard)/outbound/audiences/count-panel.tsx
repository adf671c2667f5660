import { Users } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type ApiAddress, ApiError, child, mutate } from "@/app/(dashboard)/shell/api";
import { numberText } from "@/components/format";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { t } from "@/lib/base/languages/texts";
import type { AudienceConditions } from "@/lib/outbound/audiences/conditions/schema";
import type { AudienceCount, ShownAudienceKind } from "@/lib/outbound/audiences/schema";

type CountPanelProps = {
  path: ApiAddress<"/projects/:project/audiences">;
  kinds: readonly ShownAudienceKind[];
  skipReasons: Record<string, string>;
  /** The chosen receiver. */
  kind: string;
  /** The entered conditions; null after a message next to an invalid field. */
  read(): Promise<AudienceConditions | null>;
  /** Changes with the conditions, so that a result of earlier ones is not shown. */
  version: string;
};

type State =
  | { is: "idle" }
  | { is: "counting"; sum: AudienceCount }
  | { is: "done"; sum: AudienceCount; version: string }
  | { is: "failed"; text: string };

const nothing: AudienceCount = { checked: 0, matching: 0, receivers: [], progress: 0, next: null };

function added(sum: AudienceCount, part: AudienceCount): AudienceCount {
  const before = new Map(sum.receivers.map((one) => [one.kind, one]));
  return {
    ...part,
    checked: sum.checked + part.checked,
    matching: sum.matching + part.matching,
    receivers: part.receivers.map(({ kind, sendable, skipped }) => {
      const was = before.get(kind);
      const reasons = { ...was?.skipped };
      for (const [reason, count] of Object.entries(skipped)) reasons[reason] = (reasons[reason] ?? 0) + count;
      return { kind, sendable: sendable + (was?.sendable ?? 0), skipped: reasons };
    }),
  };
}

/** Counts the installs that match, and those that each receiver would get, before anything is saved. */
export function CountPanel({ path, kinds, skipReasons, kind, read, version }: CountPanelProps) {
  const [state, setState] = useState<State>({ is: "idle" });
  const current = useRef(0);
  useEffect(() => () => void current.current++, []);

  async function count() {
    const conditions = await read();
    if (conditions === null) return;
    const turn = ++current.current;
    let sum = nothing;
    setState({ is: "counting", sum });
    try {
      let after: string | null = null;
      do {
        const part: AudienceCount = await mutate("POST", child(path, "/count"), { conditions, after });
        if (turn !== current.current) return;
        sum = added(sum, part);
        after = part.next;
        setState({ is: "counting", sum });
      } while (after !== null);
      setState({ is: "done", sum, version });
    } catch (error) {
      if (turn === current.current)
        setState({
          is: "failed",
          text: error instanceof ApiError ? error.message : t("Cairn can’t be reached. Try again."),
        });
    }
  }
  const isOld = state.is === "done" && state.version !== version;
  const sum = state.is === "counting" || state.is === "done" ? state.sum : null;
  return (
    <section aria-label={t("Count")} className="grid gap-3 rounded-lg border bg-sunken p-3.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm" aria-live="polite">
          {state.is === "counting"
            ? t("Counting… {checked} installs checked", { checked: numberText(state.sum.checked) })
            : state.is === "done" && !isOld
              ? rich("<span>{matching}</span> of <span2>{checked}</span2> installs match", {
                  matching: numberText(state.sum.matching),
                  span: (text) => <span className="num font-medium">{text}</span>,
                  checked: numberText(state.sum.checked),
                  span2: (text) => <span className="num">{text}</span>,
                })
              : t("How many installs match?")}
        </p>
        <Button type="button" size="sm" onClick={() => void count()} disabled={state.is === "counting"}>
          <Users />
          {t("Count")}
        </Button>
      </div>
      {state.is === "counting" ? <Progress value={state.sum.progress} label={t("Counting")} /> : null}
      {state.is === "failed" ? (
        <Alert tone="danger" live>
          {state.text}
        </Alert>
      ) : null}
      {sum && !isOld && sum.receivers.length > 0 ? (
        <Receivers {...{ sum, kinds, skipReasons, kind }} />
      ) : null}
    </section>
  );
}

type ReceiversProps = Pick<CountPanelProps, "kinds" | "skipReasons" | "kind"> & { sum: AudienceCount };

function Receivers({ sum, kinds, skipReasons, kind: chosen }: ReceiversProps) {
  const own = sum.receivers.find(({ kind }) => kind === chosen);
  return (
    <div className="grid gap-3 text-sm">
      <ul className="grid gap-1">
        {sum.receivers.map(({ kind, sendable }) => (
          <li key={kind} className={kind === chosen ? "font-medium" : "text-muted"}>
            <span className="flex justify-between gap-3">
              <span>{kinds.find(({ code }) => code === kind)?.label ?? kind}</span>
              <span className="num">{numberText(sendable)}</span>
            </span>
          </li>
        ))}
      </ul>
      {own && Object.keys(own.skipped).length > 0 ? (
        <ul className="grid gap-1 border-t pt-2 text-muted text-xs">
          {Object.entries(own.skipped).map(([reason, count]) => (
            <li key={reason} className="flex justify-between gap-3">
              <span>{skipReasons[reason] ?? reason}</span>
              <span className="num">{numberText(count)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
