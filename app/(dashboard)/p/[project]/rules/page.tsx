"use client";

import { useState } from "react";
import { ApiError, at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { NotLoaded } from "@/app/(dashboard)/p/[project]/settings/not-loaded";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/ui/badge";
import { Tooltip } from "@/components/ui/tooltip";
import { useUnsaved } from "@/components/unsaved";
import type { ShownRules } from "@/lib/attribution/rule-sets/schema";
import { AddressLists } from "./address-lists";
import { ChangeBar } from "./change-bar";
import { cleaned, type Draft, same } from "./draft";
import { FraudRules } from "./fraud-rules";
import { Probabilistic } from "./probabilistic";
import { RuleHistory } from "./rule-history";
import { Windows } from "./windows";

export default function RulesInForce() {
  const { data, error, refetch } = useGet(at("/projects/:project/rules", { project: useProject().id }));
  return (
    <>
      <PageHeader
        title="Rules"
        description="What decides which campaign an install came from, and what is suspicious about it. The same facts and rules always give the same decision."
        badge={
          data ? (
            <Tooltip content="The name of these rules: other rules have another name, the same ones always the same. Each decision says by which rules it was made.">
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning has to be reachable by keyboard */}
              <span tabIndex={0} className="inline-flex cursor-help rounded-full">
                <span className="sr-only">Name of the rules in force: </span>
                <Badge className="font-mono">{data.name}</Badge>
              </span>
            </Tooltip>
          ) : null
        }
      />
      {data ? <Editor rules={data} /> : <NotLoaded error={error} retry={refetch} className="h-120" />}
    </>
  );
}

function Editor({ rules }: { rules: ShownRules }) {
  const saved = rules.settings as Draft;
  const lacking = useLacking("rules.try");
  const [draft, setDraft] = useState<Draft>(saved);
  const [known, setKnown] = useState(saved);
  // What is changed was changed in these, whatever is put in force meanwhile.
  const [base, setBase] = useState({ settings: saved, name: rules.name });
  const [failure, setFailure] = useState<Error | null>(null);
  if (!same(saved, known)) {
    // Saved here, or by somebody else: what was not touched follows.
    setKnown(saved);
    if (same(draft, known)) setDraft(saved);
  }
  const dirty = !same(draft, saved);
  if (!dirty && base.name !== rules.name) setBase({ settings: saved, name: rules.name });
  useUnsaved(dirty);
  const edit = {
    draft,
    change: (patch: Draft) => {
      setFailure(null);
      setDraft((before) => ({ ...before, ...patch }));
    },
    errors: failure instanceof ApiError ? failure.fields : {},
    disabled: Boolean(lacking),
  };
  return (
    <>
      <Windows rules={rules} edit={edit} />
      <Probabilistic edit={edit} />
      <FraudRules rules={rules} edit={edit} />
      <AddressLists lists={rules.address_lists} countriesAt={rules.countries_at} />
      <RuleHistory versions={rules.versions} />
      {lacking ? <p className="text-muted text-sm">{lacking}.</p> : null}
      {dirty ? (
        <ChangeBar
          settings={cleaned(draft)}
          base={base}
          onSaved={setDraft}
          failure={failure}
          onFailure={setFailure}
          onDiscard={() => {
            setFailure(null);
            setDraft(saved);
          }}
        />
      ) : null}
    </>
  );
}
