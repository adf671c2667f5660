"use client";

import { Megaphone, Plus } from "lucide-react";
import { useState } from "react";
import { ApiError, asking, at, call } from "@/app/(dashboard)/api";
import { useAction, useGet } from "@/app/(dashboard)/data";
import { NotLoaded } from "@/app/(dashboard)/p/[project]/settings/not-loaded";
import { useProject } from "@/app/(dashboard)/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ClickCard } from "./click-card";
import { aClick, anInstall, type ClickText, inputOf } from "./described";
import { InstallCard } from "./install-card";
import { Verdict } from "./verdict";

const mostClicks = 10;

export function Simulator() {
  const { id } = useProject();
  const { data, error, refetch } = useGet(
    asking(at("/projects/:project/campaigns", { project: id }), { limit: 100 }),
  );
  return (
    <>
      <PageHeader
        title="Simulator"
        description="Describe clicks and an install: it is decided by the rules in force, with every candidate and why. Nothing is stored."
      />
      {!data ? (
        <NotLoaded error={error} retry={refetch} className="h-96" />
      ) : data.campaigns.length === 0 ? (
        <Card>
          <EmptyState
            icon={Megaphone}
            title="There is no campaign to click on"
            actions={
              <Button asChild variant="primary">
                <IntentLink href={`/p/${id}/campaigns/new`}>New campaign</IntentLink>
              </Button>
            }
          >
            A click leads to a campaign's link; make one first.
          </EmptyState>
        </Card>
      ) : (
        <Desk campaigns={data.campaigns.map(({ id: key, name }) => ({ value: String(key), label: name }))} />
      )}
    </>
  );
}

function Desk({ campaigns }: { campaigns: { value: string; label: string }[] }) {
  const { id } = useProject();
  const [clicks, setClicks] = useState<ClickText[]>([aClick(0, campaigns[0]!.value)]);
  const [install, setInstall] = useState(anInstall);
  const ask = useAction(() =>
    call("POST", at("/projects/:project/rules/simulate", { project: id }), inputOf(clicks, install)),
  );
  const fields = ask.error instanceof ApiError ? ask.error.fields : {};
  const elsewhere = ask.error && Object.keys(fields).length === 0 ? ask.error.message : null;
  const change = (key: number, patch: Partial<ClickText>) =>
    setClicks((all) => all.map((each) => (each.key === key ? { ...each, ...patch } : each)));
  const add = () => {
    const next = campaigns[clicks.length % campaigns.length]!.value;
    setClicks((all) => {
      const click = aClick(Math.max(-1, ...all.map(({ key }) => key)) + 1, next);
      // The referrer carries one.
      return [
        ...all,
        all.some(({ tie }) => tie === "referrer") ? { ...click, tie: "advertising_id" } : click,
      ];
    });
  };
  return (
    <form
      noValidate
      className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate();
      }}
    >
      <div className="grid grid-cols-1 gap-4">
        {clicks.map((click, i) => (
          <ClickCard
            key={click.key}
            click={click}
            number={i + 1}
            campaigns={campaigns}
            error={(field) => fields[`clicks.${i}.${field}`]}
            onChange={(patch) => change(click.key, patch)}
            onRemove={() => setClicks((all) => all.filter(({ key }) => key !== click.key))}
          />
        ))}
        {clicks.length < mostClicks ? (
          <Button className="justify-self-start" onClick={add}>
            <Plus />
            {clicks.length === 0 ? "Add a click" : "Another click"}
          </Button>
        ) : null}
        <InstallCard
          install={install}
          byAddress={clicks.some(({ tie }) => tie === "address")}
          error={(field) => fields[`install.${field}`]}
          onChange={(patch) => setInstall((all) => ({ ...all, ...patch }))}
        />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:sticky lg:top-21">
        <Button type="submit" variant="primary" size="lg" loading={ask.isPending}>
          Decide
        </Button>
        {elsewhere ? (
          <Alert tone="danger" live>
            {elsewhere}
          </Alert>
        ) : null}
        <Verdict verdict={ask.data} />
      </div>
    </form>
  );
}
