"use client";

import { SearchX } from "lucide-react";
import { useParams } from "next/navigation";
import { useState } from "react";
import { ReplayResult } from "@/app/(dashboard)/attribution/trials/outcome";
import { isReplayRunning, replayStates } from "@/app/(dashboard)/attribution/trials/states";
import { ApiError, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { EmptyState } from "@/components/empty-state";
import { numberText, windowText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { Progress } from "@/components/ui/progress";
import type { Replay } from "@/lib/attribution/replay/schema";

export default function TrialPage() {
  const { test: id } = useParams<{ test: string }>();
  const project = useProject();
  const [every, setEvery] = useState(1_000);
  const { data, error, refetch } = useGet(
    at("/projects/:project/rules/replays/:id", { project: project.id, id }),
    { refetchInterval: every },
  );
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    if (every !== 0) setEvery(0);
    return (
      <EmptyState
        icon={SearchX}
        page
        title="What-if test not found"
        actions={
          <Button asChild>
            <IntentLink href={`/p/${project.id}/attribution/what-if`}>Go to what-if tests</IntentLink>
          </Button>
        }
      >
        It doesn't exist or belongs to another project.
      </EmptyState>
    );
  }
  const replay = data?.replay;
  const refreshMs = replay && !isReplayRunning(replay.state) ? 30_000 : 1_000;
  if (refreshMs !== every) setEvery(refreshMs);
  return (
    <>
      <Breadcrumb label={replay ? windowText({ from: replay.from_day, to: replay.to_day }) : id} />
      <PageHeader
        title={replay ? titleOf(replay) : "What-if test"}
        description={
          replay
            ? `Installs of ${windowText({ from: replay.from_day, to: replay.to_day })}, attributed again with changed rules.`
            : " "
        }
        badge={
          replay ? (
            <Badge tone={replayStates[replay.state].tone} dot={isReplayRunning(replay.state)}>
              {replayStates[replay.state].label}
            </Badge>
          ) : null
        }
        actions={replay ? <Decide replay={replay} /> : null}
      />
      {replay ? <Whole replay={replay} /> : <NotLoaded error={error} retry={refetch} className="h-120" />}
    </>
  );
}

function titleOf({ state, outcome }: Replay): string {
  if (!outcome) return state === "failed" ? "The test failed" : "Running";
  const { moved, installs } = outcome;
  const would = state === "applied" ? "moved" : state === "discarded" ? "would have moved" : "would move";
  return `${numberText(moved)} of ${numberText(installs)} installs ${would}`;
}

function Whole({ replay }: { replay: Replay }) {
  const { state, seen, total, problem, changes, outcome } = replay;
  return (
    <>
      {isReplayRunning(state) ? (
        <Card className="grid gap-2.5 p-5">
          <p className="num text-sm">
            {state === "trying" ? "Checked" : "Re-decided"}: {numberText(seen)} of{" "}
            {numberText(Math.max(total, seen))} installs
          </p>
          <Progress value={total === 0 ? null : seen / total} label="Installs checked" />
          <p className="text-muted text-sm">
            {state === "trying"
              ? "Nothing changes yet. You can leave this page."
              : "You can leave this page. If the server restarts, the work continues."}
          </p>
        </Card>
      ) : null}
      {problem ? (
        <Alert tone="danger" title="It failed">
          {problem}
        </Alert>
      ) : null}
      <Card>
        <CardHeader
          title="Rules"
          description={
            changes.length > 0 ? "Differences from the active rules." : "These rules are active now."
          }
        />
        <CardBody className="grid gap-1 text-sm">
          {changes.map((change) => (
            <p key={change}>{change}</p>
          ))}
          <p className="font-mono text-muted text-xs">{replay.rules}</p>
        </CardBody>
      </Card>
      {outcome ? <ReplayResult outcome={outcome} /> : null}
    </>
  );
}

/** The buttons to apply or discard the replayed rules. */
function Decide({ replay }: { replay: Replay }) {
  const { id } = useProject();
  const refresh = useRefresh();
  const mayApply = useMissingRoleText("rules.write");
  const mayDiscard = useMissingRoleText("rules.try");
  const path = at("/projects/:project/rules", { project: id });
  const own = child(path, "/replays/:id", { id: replay.id });
  const { state, outcome } = replay;
  const apply = () =>
    confirm({
      title: "Apply these rules?",
      description: (
        <>
          <p>
            They apply from now on, and the installs in this period are attributed again
            {outcome ? `: ${numberText(outcome.moved)} change campaign` : ""}. Reports, sign-ups, events and
            revenue follow.
          </p>
          <p>Earlier decisions stay visible on each install. You can restore the old rules the same way.</p>
        </>
      ),
      action: "Apply",
      onConfirm: async () => {
        await mutate("POST", child(own, "/apply"));
        await refresh(path);
      },
    });
  const discard = () =>
    confirm({
      title: "Discard this test?",
      description: "No attribution was changed. The results stay readable.",
      action: "Discard",
      onConfirm: async () => {
        await mutate("DELETE", own);
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
