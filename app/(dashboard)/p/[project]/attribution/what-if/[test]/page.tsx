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
import { t } from "@/lib/base/languages/texts";

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
        title={t("What-if test not found")}
        actions={
          <Button asChild>
            <IntentLink href={`/p/${project.id}/attribution/what-if`}>{t("Go to what-if tests")}</IntentLink>
          </Button>
        }
      >
        {t("It doesn't exist or belongs to another project.")}
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
        title={replay ? titleOf(replay) : t("What-if test")}
        description={
          replay
            ? t("Installs of {window}, attributed again with changed rules.", {
                window: windowText({ from: replay.from_day, to: replay.to_day }),
              })
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
  if (!outcome) return state === "failed" ? t("The test failed") : t("Running");
  const { moved, installs } = outcome;
  const would =
    state === "applied" ? "moved" : state === "discarded" ? t("would have moved") : t("would move");
  return t("{moved} of {installs} installs {would}", {
    moved: numberText(moved),
    installs: numberText(installs),
    would,
  });
}

function Whole({ replay }: { replay: Replay }) {
  const { state, seen, total, problem, changes, outcome } = replay;
  return (
    <>
      {isReplayRunning(state) ? (
        <Card className="grid gap-2.5 p-5">
          <p className="num text-sm">
            {t("{if_state, select, yes {Checked} other {Re-decided}}: {seen} of {total} installs", {
              if_state: state === "trying" ? "yes" : "no",
              seen: numberText(seen),
              total: numberText(Math.max(total, seen)),
            })}
          </p>
          <Progress value={total === 0 ? null : seen / total} label={t("Installs checked")} />
          <p className="text-muted text-sm">
            {state === "trying"
              ? t("Nothing changes yet. You can leave this page.")
              : t("You can leave this page. If the server restarts, the work continues.")}
          </p>
        </Card>
      ) : null}
      {problem ? (
        <Alert tone="danger" title={t("It failed")}>
          {problem}
        </Alert>
      ) : null}
      <Card>
        <CardHeader
          title={t("Rules")}
          description={
            changes.length > 0 ? t("Differences from the active rules.") : t("These rules are active now.")
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
      title: t("Apply these rules?"),
      description: (
        <>
          <p>
            {t(
              "They apply from now on, and the installs in this period are attributed again{moved}. Reports, sign-ups, events and revenue follow.",
              { moved: outcome ? t(": {moved} change campaign", { moved: numberText(outcome.moved) }) : "" },
            )}
          </p>
          <p>
            {t("Earlier decisions stay visible on each install. You can restore the old rules the same way.")}
          </p>
        </>
      ),
      action: t("Apply"),
      onConfirm: async () => {
        await mutate("POST", child(own, "/apply"));
        await refresh(path);
      },
    });
  const discard = () =>
    confirm({
      title: t("Discard this test?"),
      description: t("No attribution was changed. The results stay readable."),
      action: t("Discard"),
      onConfirm: async () => {
        await mutate("DELETE", own);
        await refresh(path);
      },
    });
  if (state === "applying" || state === "applied" || state === "discarded") return null;
  return (
    <>
      <GatedButton reason={mayDiscard} onClick={discard}>
        {state === "trying" ? t("Stop") : t("Discard")}
      </GatedButton>
      {outcome === null ? null : (
        <GatedButton reason={mayApply} variant="primary" onClick={apply}>
          {t("Apply")}
        </GatedButton>
      )}
    </>
  );
}
