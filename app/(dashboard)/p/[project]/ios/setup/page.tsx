"use client";

import { useState } from "react";
import { AppleAppsCard } from "@/app/(dashboard)/apple/setup/apps";
import { AppleDomainCard } from "@/app/(dashboard)/apple/setup/domain-card";
import { type AppleSetupDraft, appleSetupDraft, appleSetupInput } from "@/app/(dashboard)/apple/setup/draft";
import { ImportCard } from "@/app/(dashboard)/apple/setup/import-card";
import { NetworksCard } from "@/app/(dashboard)/apple/setup/networks-card";
import { SourcesCard } from "@/app/(dashboard)/apple/setup/sources-card";
import { TestCard } from "@/app/(dashboard)/apple/setup/test-card";
import { type ApiAddress, ApiError, at, mutate } from "@/app/(dashboard)/shell/api";
import { ChangeBar } from "@/app/(dashboard)/shell/change-bar";
import { useAction, useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { useUnsaved } from "@/components/fields/unsaved";
import { PageHeader } from "@/components/page-header";
import { GatedButton } from "@/components/ui/gated";
import type { AppleSetup } from "@/lib/apple/postbacks/setup-schema";
import { t } from "@/lib/base/languages/texts";

export default function SkadnetworkSetup() {
  const path = at("/projects/:project/apple-postbacks/setup", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  return (
    <>
      <PageHeader
        title={t("Setup")}
        description={t("Receive Apple's postbacks, and name their networks and source identifiers.")}
      />
      {data ? (
        // A save by someone else starts a new draft.
        <Editor key={JSON.stringify(appleSetupDraft(data))} path={path} data={data} />
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-160" />
      )}
    </>
  );
}

type EditorProps = { path: ApiAddress<"/projects/:project/apple-postbacks/setup">; data: AppleSetup };

function Editor({ path, data }: EditorProps) {
  const reason = useMissingRoleText("conversions.write");
  const [draft, setDraft] = useState<AppleSetupDraft>(() => appleSetupDraft(data));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const refresh = useRefresh();
  const dirty = JSON.stringify(draft) !== JSON.stringify(appleSetupDraft(data));
  useUnsaved(dirty);
  const save = useAction(
    async () => {
      const { input, problems: found } = appleSetupInput(draft);
      setProblems(found);
      if (Object.keys(found).length > 0)
        throw new Error(t("Some fields are not valid. Check them and try again."));
      try {
        await mutate("PUT", path, input);
      } catch (error) {
        if (error instanceof ApiError && error.fields) setProblems(error.fields);
        throw error;
      }
      await refresh(path);
    },
    { done: t("Saved") },
  );
  const change = (patch: Partial<AppleSetupDraft>) => setDraft({ ...draft, ...patch });
  const card = { draft, problems, disabled: Boolean(reason), onChange: change };
  return (
    <>
      <AppleAppsCard apps={data.apps} />
      <AppleDomainCard {...card} likely={data.likely_domain} />
      <TestCard />
      <fieldset role="presentation" disabled={Boolean(reason)} className="contents">
        <SourcesCard {...card} setup={data} />
        <NetworksCard {...card} usual={data.usual_networks} />
      </fieldset>
      <ImportCard />
      {dirty ? (
        <ChangeBar
          note={t("Campaigns and names apply to postbacks that are here already, too.")}
          onDiscard={() => {
            setDraft(appleSetupDraft(data));
            setProblems({});
          }}
        >
          <GatedButton
            reason={reason}
            variant="primary"
            disabled={save.isPending}
            onClick={() => save.mutate()}
          >
            {t("Save")}
          </GatedButton>
        </ChangeBar>
      ) : null}
    </>
  );
}
