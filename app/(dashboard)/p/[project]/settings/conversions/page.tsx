"use client";

import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import { useState } from "react";
import { type Address, at, call, within } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { NotLoaded } from "@/app/(dashboard)/p/[project]/settings/not-loaded";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { EmptyState } from "@/components/empty-state";
import { GatedButton } from "@/components/gated";
import { PageHeader } from "@/components/page-header";
import { Card } from "@/components/ui/card";
import { useUnsaved } from "@/components/unsaved";
import { useDebounced } from "@/components/use-debounced";
import type { Rule } from "@/lib/facts/conversions/rules";
import { windows } from "@/lib/facts/conversions/rules";
import type { ConversionPreview, Conversions as ConversionsAnswer } from "@/lib/facts/conversions/schema";
import { type DraftRule, draftOf, firstDraft, read } from "./draft";
import { SaveBar } from "./save-bar";
import { Versions } from "./versions";
import { WindowCard } from "./window-card";

export default function Conversions() {
  const path = at("/projects/:project/conversions", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  return (
    <>
      <PageHeader
        title="Conversion values"
        description="Of installs from ads on iOS Apple tells a number from 0 to 63 and whether it was low, medium or high. Here you say what they stand for; the app is told which one to report with each answer."
      />
      {data ? (
        // A new version begins with what was saved.
        <Editor key={data.version} path={path} data={data} />
      ) : (
        <NotLoaded error={error} retry={refetch} />
      )}
    </>
  );
}

/** What these rules would have said of the last month; the last answer stays until the next one is here. */
function usePreview(path: Address<"/projects/:project/conversions">, rules: string | null) {
  return useQuery<ConversionPreview>({
    queryKey: ["conversions preview", path, rules],
    enabled: rules !== null,
    queryFn: ({ signal }) =>
      call("POST", within(path, "/preview"), { rules: JSON.parse(rules ?? "[]") as Rule[] }, signal),
    placeholderData: (last: ConversionPreview | undefined) => last as never,
    retry: false,
  }).data;
}

function Editor({
  path,
  data,
}: {
  path: Address<"/projects/:project/conversions">;
  data: ConversionsAnswer;
}) {
  const reason = useLacking("conversions.write");
  const [draft, setDraft] = useState<DraftRule[]>(() => draftOf(data.rules));
  const [tried, setTried] = useState(false);
  const { rules, problems } = read(draft);
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
            title="No values yet"
            actions={
              <GatedButton
                reason={reason}
                variant="primary"
                onClick={() => setDraft(firstDraft(data.events))}
              >
                Begin with a schema to change
              </GatedButton>
            }
          >
            Without a schema apps are told none, and Apple reports only that there was an install.
          </EmptyState>
        </Card>
        <Versions versions={data.versions} current={data.version} onUse={(past) => setDraft(draftOf(past))} />
      </>
    );

  return (
    <>
      <datalist id="conversion-events">
        {data.events.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {windows.map(({ window }) => (
        <WindowCard
          key={window}
          window={window}
          currency={data.currency}
          disabled={Boolean(reason)}
          rules={draft
            .map((rule, place) => ({ rule, reached: isCurrent ? preview.rules[place] : undefined }))
            .filter(({ rule }) => rule.window === window)}
          problems={tried ? problems : null}
          summary={preview?.windows.find((each) => each.window === window)}
          preview={preview}
          onChange={(key, patch) =>
            setDraft(draft.map((rule) => (rule.key === key ? { ...rule, ...patch } : rule)))
          }
          onAdd={(rule) => setDraft([...draft, rule])}
          onRemove={(key) => setDraft(draft.filter((rule) => rule.key !== key))}
        />
      ))}
      {dirty ? (
        <SaveBar
          path={path}
          version={data.version}
          rules={rules}
          reason={reason}
          onTry={() => setTried(true)}
          onDiscard={() => {
            setTried(false);
            setDraft(draftOf(data.rules));
          }}
        />
      ) : null}
      <Versions versions={data.versions} current={data.version} onUse={(past) => setDraft(draftOf(past))} />
    </>
  );
}
