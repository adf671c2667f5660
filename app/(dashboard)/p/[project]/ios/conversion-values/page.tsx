"use client";

import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import { useState } from "react";
import {
  type DraftRule,
  draftRules,
  initialDraftRules,
  parseDraft,
} from "@/app/(dashboard)/settings/conversions/draft";
import { WindowCard } from "@/app/(dashboard)/settings/conversions/window-card";
import { type ApiAddress, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { ChangeBar } from "@/app/(dashboard)/shell/change-bar";
import { useAction, useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { useUnsaved } from "@/components/fields/unsaved";
import { PageHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import { useDebounced } from "@/components/use-debounced";
import { appleWindows, type ConversionRule } from "@/lib/apple/conversion-values/rules";
import type {
  ConversionPreview,
  Conversions as ConversionsAnswer,
  ConversionVersion,
} from "@/lib/apple/conversion-values/schema";
import { t } from "@/lib/base/languages/texts";

export default function ConversionsPage() {
  const path = at("/projects/:project/conversions", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  return (
    <>
      <PageHeader
        title={t("Conversion values")}
        description={t(
          "For iOS ad installs Apple reports a fine value (0–63) or a coarse one (low, medium, high). Define what each value means. Each response sends the app the value to report.",
        )}
      />
      {data ? (
        // A new version starts from the saved rules.
        <Editor key={data.version} path={path} data={data} />
      ) : (
        <NotLoaded error={error} retry={refetch} />
      )}
    </>
  );
}

/** The previous response remains until the next one arrives, so that the page does not jump while typing. */
function usePreview(path: ApiAddress<"/projects/:project/conversions">, rules: string | null) {
  return useQuery<ConversionPreview>({
    queryKey: ["conversions preview", path, rules],
    enabled: rules !== null,
    queryFn: ({ signal }) =>
      mutate(
        "POST",
        child(path, "/preview"),
        { rules: JSON.parse(rules ?? "[]") as ConversionRule[] },
        signal,
      ),
    placeholderData: (last: ConversionPreview | undefined) => last as never,
    retry: false,
  }).data;
}

function Editor({
  path,
  data,
}: {
  path: ApiAddress<"/projects/:project/conversions">;
  data: ConversionsAnswer;
}) {
  const reason = useMissingRoleText("conversions.write");
  const [draft, setDraft] = useState<DraftRule[]>(() => draftRules(data.rules));
  const [submitted, setSubmitted] = useState(false);
  const { rules, problems } = parseDraft(draft);
  const text = rules && JSON.stringify(rules);
  const dirty = text !== JSON.stringify(data.rules);
  useUnsaved(dirty);
  const settled = useDebounced(text, 300);
  const preview = usePreview(path, settled);
  const isCurrent = preview && preview.rules.length === draft.length;

  if (draft.length === 0 && !dirty)
    return (
      <>
        <Card>
          <EmptyState
            icon={Gauge}
            title={t("No values yet")}
            actions={
              <GatedButton
                reason={reason}
                variant="primary"
                onClick={() => setDraft(initialDraftRules(data.events))}
              >
                {t("Start from a template")}
              </GatedButton>
            }
          >
            {t("Without a schema, Apple reports installs only.")}
          </EmptyState>
        </Card>
        <Versions
          versions={data.versions}
          current={data.version}
          onUse={(past) => setDraft(draftRules(past))}
        />
      </>
    );

  return (
    <>
      <datalist id="conversion-events">
        {data.events.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <fieldset role="presentation" disabled={Boolean(reason)} className="contents">
        {appleWindows.map(({ window }) => (
          <WindowCard
            key={window}
            window={window}
            currency={data.currency}
            rules={draft
              .map((rule, index) => ({ rule, reached: isCurrent ? preview.rules[index] : undefined }))
              .filter(({ rule }) => rule.window === window)}
            problems={submitted ? problems : null}
            summary={preview?.windows.find((each) => each.window === window)}
            preview={preview}
            onChange={(key, patch) =>
              setDraft(draft.map((rule) => (rule.key === key ? { ...rule, ...patch } : rule)))
            }
            onAdd={(rule) => setDraft([...draft, rule])}
            onRemove={(key) => setDraft(draft.filter((rule) => rule.key !== key))}
          />
        ))}
      </fieldset>
      {dirty ? (
        <SaveBar
          path={path}
          version={data.version}
          rules={rules}
          reason={reason}
          onTry={() => setSubmitted(true)}
          onDiscard={() => {
            setSubmitted(false);
            setDraft(draftRules(data.rules));
          }}
        />
      ) : null}
      <Versions
        versions={data.versions}
        current={data.version}
        onUse={(past) => setDraft(draftRules(past))}
      />
    </>
  );
}

type SaveBarProps = {
  path: ApiAddress<"/projects/:project/conversions">;
  version: number;
  /** Null while the rules are invalid. */
  rules: ConversionRule[] | null;
  reason: string | undefined;
  onTry: () => void;
  onDiscard: () => void;
};

function SaveBar({ path, version, rules, reason, onTry, onDiscard }: SaveBarProps) {
  const refresh = useRefresh();
  const save = useAction(
    async (some: ConversionRule[]) => {
      await mutate("PUT", path, { version, rules: some });
      await refresh(path);
    },
    { done: t("Version {version} is active", { version: version + 1 }) },
  );
  const failed = save.error && !save.isPending ? save.error.message : null;
  return (
    <ChangeBar
      note={
        failed ?? (rules ? t("Apps still get the previous values.") : t("Complete the unfinished rules."))
      }
      onDiscard={onDiscard}
    >
      <GatedButton
        reason={reason}
        variant="primary"
        loading={save.isPending}
        onClick={() => {
          onTry();
          if (rules) save.mutate(rules);
        }}
      >
        {t("Save as version {version}", { version: version + 1 })}
      </GatedButton>
    </ChangeBar>
  );
}

function Versions({
  versions,
  current,
  onUse,
}: {
  versions: readonly ConversionVersion[];
  current: number;
  onUse: (rules: ConversionRule[]) => void;
}) {
  if (versions.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title={t("Versions")}
        description={t("A value keeps the meaning it had on the day it was reported.")}
      />
      <ul className="divide-y border-t">
        {versions.map(({ version, rules, created_by, created_at }) => (
          <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-sm">
            <span className="num font-medium">{t("Version {version}", { version })}</span>
            {version === current ? (
              <Badge tone={rules.length > 0 ? "success" : "neutral"} dot>
                {rules.length > 0 ? t("Active") : t("No values")}
              </Badge>
            ) : null}
            <span className="text-muted">
              {rich("{rules, plural, one {# rule} other {# rules}}, {when} by {created_by}", {
                rules: rules.length,
                when: <When at={created_at} />,
                created_by,
              })}
            </span>
            {version === current || rules.length === 0 ? null : (
              <Button size="sm" variant="ghost" className="ms-auto" onClick={() => onUse(rules)}>
                {t("Load into the editor")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
