"use client";

import { RefreshCw, SearchX } from "lucide-react";
import { useParams } from "next/navigation";
import { postbackStatus } from "@/app/(dashboard)/apple/labels";
import { PostbackFacts } from "@/app/(dashboard)/apple/postback-facts";
import { ApiError, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { shortId } from "@/app/(dashboard)/shell/facts/install-labels";
import { Breadcrumb } from "@/app/(dashboard)/shell/frame/crumbs";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { exactTime } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { GatedButton } from "@/components/ui/gated";
import { frameworkNames, verdictNames } from "@/lib/apple/postbacks/postback";
import { inSentence, t } from "@/lib/base/languages/texts";

export default function OnePostback() {
  const { postback: id } = useParams<{ postback: string }>();
  const { id: project, time_zone: timeZone } = useProject();
  const all = at("/projects/:project/apple-postbacks", { project });
  const path = child(all, "/:postback", { postback: id });
  const { data, error, refetch } = useGet(path);
  const refresh = useRefresh();
  const again = useAction(
    async () => {
      const judged = await mutate("POST", child(path, "/verify"));
      await refresh(all);
      return judged;
    },
    {
      done: ({ verdict }) =>
        t("Verified again: {verdictName}", { verdictName: inSentence(verdictNames[verdict]) }),
    },
  );
  const reason = useMissingRoleText("conversions.write");
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        icon={SearchX}
        page
        title={t("Postback not found")}
        actions={
          <Button asChild>
            <IntentLink href={`/p/${project}/ios/postbacks`}>{t("Go to postbacks")}</IntentLink>
          </Button>
        }
      >
        {t("It doesn't exist or belongs to another project.")}
      </EmptyState>
    );
  const standing = data && postbackStatus({ ...data, did_win: data.signed.did_win });
  return (
    <>
      <Breadcrumb label={shortId(id)} />
      <PageHeader
        title={
          data
            ? t("{frameworkName} postback", { frameworkName: frameworkNames[data.framework] })
            : t("Postback")
        }
        description={
          data
            ? t("Received {exactTime}", { exactTime: exactTime(new Date(data.received_at), timeZone) })
            : " "
        }
        badge={
          standing ? (
            <Badge tone={standing.tone} dot>
              {standing.label}
            </Badge>
          ) : null
        }
        actions={
          <GatedButton reason={reason} disabled={!data || again.isPending} onClick={() => again.mutate()}>
            <RefreshCw />
            {t("Verify again")}
          </GatedButton>
        }
      />
      {data ? (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          <PostbackFacts data={data} />
          <CodeBlock title={t("As it came")} code={JSON.stringify(data.raw, null, 2)} />
        </div>
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-120" />
      )}
    </>
  );
}
