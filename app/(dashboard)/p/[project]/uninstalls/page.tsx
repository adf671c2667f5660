"use client";

import { useState } from "react";
import { ConnectDialog } from "@/app/(dashboard)/settings/uninstalls/connect-dialog";
import { ServiceCard } from "@/app/(dashboard)/settings/uninstalls/service-card";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import { t } from "@/lib/base/languages/texts";
import type { PushKind } from "@/lib/facts/uninstalls/push-kinds";

const kinds = ["fcm", "apns"] as const;

export default function Uninstalls() {
  const path = at("/projects/:project/uninstalls", { project: useProject().id });
  const { data, error, refetch } = useGet(path, { refetchInterval: 60_000 });
  const [connecting, setConnecting] = useState<PushKind | null>(null);
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Uninstalls")}
        description={t(
          "Once a day, Cairn checks with Firebase and Apple whether the app is still installed.",
        )}
      />
      <Alert title={t("Uninstalls arrive late and are incomplete")}>
        {t(
          "Android reports after 1–2 days, iOS after 9–11, and only for installs with a push token. An install counts as uninstalled after three days without the app, dated to the first of them. Without credentials, reports show – instead of a number.",
        )}
      </Alert>
      {data ? (
        kinds.map((kind) => (
          <ServiceCard
            key={kind}
            kind={kind}
            path={path}
            service={data.services.find((each) => each.kind === kind) ?? null}
            tokens={data.tokens.find((each) => each.kind === kind) ?? null}
            more={data.more}
            onConnect={() => setConnecting(kind)}
          />
        ))
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-80" />
      )}
      <ConnectDialog
        key={connecting ?? "closed"}
        path={path}
        kind={connecting}
        onClose={() => setConnecting(null)}
      />
    </div>
  );
}
