"use client";

import { useState } from "react";
import { BlockList } from "@/app/(dashboard)/attribution/block-list";
import { isSameDraft, normalizedDraft, type RulesDraft } from "@/app/(dashboard)/attribution/draft";
import { FraudRules } from "@/app/(dashboard)/attribution/fraud-rules";
import { Probabilistic } from "@/app/(dashboard)/attribution/probabilistic";
import { RulesBar } from "@/app/(dashboard)/attribution/rules-bar";
import { SectionList, sectionsOf, useRuleSection } from "@/app/(dashboard)/attribution/sections";
import { Sources } from "@/app/(dashboard)/attribution/sources";
import { Returns, Windows } from "@/app/(dashboard)/attribution/windows";
import { ApiError, at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { useUnsaved } from "@/components/fields/unsaved";
import { numberText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Tooltip } from "@/components/ui/tooltip";
import { When } from "@/components/ui/when";
import type { ShownRuleSet, ShownRules } from "@/lib/attribution/rule-sets/schema";
import { t } from "@/lib/base/languages/texts";

export default function RulesInForce() {
  const { data, error, refetch } = useGet(at("/projects/:project/rules", { project: useProject().id }));
  return (
    <>
      <PageHeader
        title={t("Rules")}
        description={t(
          "Configure how installs are matched to campaigns and which are suspicious. The same data and rules always give the same result.",
        )}
        badge={
          data ? (
            <Tooltip content="A fingerprint of these rules: identical rules always share it. Every decision records which rules made it.">
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning has to be reachable by keyboard */}
              <span tabIndex={0} className="inline-flex cursor-help rounded-full">
                <span className="sr-only">{t("Rules version:")} </span>
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
  const saved = rules.settings as RulesDraft;
  const lacking = useMissingRoleText("rules.try");
  const [section, setSection] = useRuleSection();
  const [draft, setDraft] = useState<RulesDraft>(saved);
  const [known, setKnown] = useState(saved);
  // Changes are compared with the rules at the start of the edit, even if other rules are applied meanwhile.
  const [base, setBase] = useState({ settings: saved, name: rules.name });
  const [failure, setFailure] = useState<Error | null>(null);
  if (!isSameDraft(saved, known)) {
    // The rules were saved here or by another member. An unchanged draft takes the new values.
    setKnown(saved);
    if (isSameDraft(draft, known)) setDraft(saved);
  }
  const dirty = !isSameDraft(draft, saved);
  if (!dirty && base.name !== rules.name) setBase({ settings: saved, name: rules.name });
  useUnsaved(dirty);
  const edit = {
    draft,
    change: (patch: RulesDraft) => {
      setFailure(null);
      setDraft((before) => ({ ...before, ...patch }));
    },
    errors: failure instanceof ApiError ? failure.fields : {},
    disabled: Boolean(lacking),
  };
  const changed = new Set(sectionsOf(Object.keys(normalizedDraft(draft))));
  return (
    <>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <SectionList section={section} changed={changed} onChange={setSection} />
        <div className="grid min-w-0 grid-cols-1 content-start gap-6">
          {section === "windows" ? <Windows rules={rules} edit={edit} /> : null}
          {section === "returns" ? <Returns edit={edit} /> : null}
          {section === "probabilistic" ? <Probabilistic edit={edit} /> : null}
          {section === "fraud" ? <FraudRules rules={rules} edit={edit} /> : null}
          {section === "sources" ? <Sources /> : null}
          {section === "blocks" ? <BlockList /> : null}
          {section === "lists" ? (
            <AddressLists lists={rules.address_lists} countriesAt={rules.countries_at} />
          ) : null}
          {section === "history" ? <RuleHistory versions={rules.versions} /> : null}
          {lacking ? <p className="text-muted text-sm">{lacking}.</p> : null}
        </div>
      </div>
      {dirty ? (
        <RulesBar
          settings={normalizedDraft(draft)}
          base={base}
          onSaved={setDraft}
          failure={failure}
          onFailure={(next) => {
            setFailure(next);
            // The rejected value must be visible.
            const [first] = next instanceof ApiError ? sectionsOf(Object.keys(next.fields)) : [];
            if (first) setSection(first);
          }}
          onDiscard={() => {
            setFailure(null);
            setDraft(saved);
          }}
        />
      ) : null}
    </>
  );
}

/** The operator's lists of data centres, proxies and Tor exits. */
function AddressLists({
  lists,
  countriesAt,
}: {
  lists: ShownRules["address_lists"];
  countriesAt: string | null;
}) {
  return (
    <Card>
      <CardHeader
        title="IP lists"
        description={t(
          "Known data centers, proxies and Tor exits. IP addresses are stored only as keyed hashes, so each click and install is checked as it arrives. Lists apply to the whole server.",
        )}
      />
      <CardBody className="grid gap-3">
        {lists.length > 0 ? (
          <ul className="grid gap-1.5 text-sm">
            {lists.map((list) => (
              <li key={list.name} className="flex flex-wrap gap-x-3">
                <span className="font-medium">{list.name}</span>
                <span className="num text-muted">{t("{size} ranges", { size: numberText(list.size) })}</span>
                <span className="text-muted">
                  {rich("loaded {when}", { when: <When at={list.loaded_at} /> })}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        <CodeBlock
          title={
            lists.length > 0
              ? t("Load another list")
              : t("No lists loaded. The server's operator can load one")
          }
          code="npm run admin -- addresses load --name hosting --file ranges.txt"
        />
        <p className="text-muted text-sm">
          {countriesAt
            ? rich("Country lookup table dated {when}", { when: <When at={countriesAt} /> })
            : t("No country table is loaded (COUNTRY_DATABASE)")}
          {t(", unless a trusted proxy sends a country header.")}
        </p>
      </CardBody>
    </Card>
  );
}

function RuleHistory({ versions }: { versions: ShownRuleSet[] }) {
  const { time_zone: timeZone } = useProject();
  return (
    <Card>
      <CardHeader
        title={t("History")}
        description={t("Every rule set that has been active. Each decision links to its rule set.")}
      />
      {versions.length === 0 ? (
        <p className="px-5 pb-5 text-muted text-sm">
          {t("The default rules have been active from the start.")}
        </p>
      ) : (
        <ol className="divide-y border-t">
          {versions.map((version) => (
            <li
              key={version.id}
              className="grid gap-x-6 gap-y-1 px-5 py-3.5 sm:grid-cols-[minmax(0,1fr)_auto]"
            >
              <ul className="grid gap-0.5 text-sm">
                {version.changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
              <div className="text-muted text-xs sm:text-end">
                <p>
                  {version.created_by}, <When at={version.created_at} timeZone={timeZone} />
                </p>
                <p className="font-mono">{version.name}</p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
