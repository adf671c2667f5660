"use client";

import { CircleCheck } from "lucide-react";
import { useParams, useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { type ApiAddress, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { ColumnMapping } from "@/app/(dashboard)/spend/upload/column-mapping";
import { UploadOutcome } from "@/app/(dashboard)/spend/upload/outcome";
import { UploadProblems } from "@/app/(dashboard)/spend/upload/problems";
import { confirm } from "@/components/dialogs/confirm";
import { EmptyState } from "@/components/empty-state";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { t } from "@/lib/base/languages/texts";
import type { SpendUpload, UploadSettings } from "@/lib/spend/upload/schema";

export default function UploadedFile() {
  const { upload: id } = useParams<{ upload: string }>();
  const project = useProject();
  const base = `/p/${project.id}/spend`;
  const { path, upload, settings, change, busy, error, refetch } = useUpload(id);
  if (!upload)
    return (
      <>
        <PageHeader title={t("Uploaded file")} />
        <NotLoaded error={error} retry={refetch} className="h-92" />
      </>
    );
  const { preview, state, name } = upload;
  if (state === "STORING") return <Storing path={path} name={name} />;
  if (state === "STORED" || !preview || !settings)
    return (
      <>
        <PageHeader title={name} />
        <Card>
          <EmptyState
            icon={CircleCheck}
            title={
              upload.stored === 1
                ? t("1 row imported")
                : t("{stored} rows imported", { stored: numberText(upload.stored) })
            }
            actions={
              <>
                <Button asChild>
                  <IntentLink href={`${base}/upload`}>{t("Upload another file")}</IntentLink>
                </Button>
                <Button asChild variant="primary">
                  <IntentLink href={`${base}?import=${upload.id}`}>{t("View spend")}</IntentLink>
                </Button>
              </>
            }
          >
            {t("Reports already include them.")}
          </EmptyState>
        </Card>
      </>
    );
  return (
    <>
      <PageHeader
        title={name}
        description={t("{lines} lines below the headers in line {header_line}. Nothing is imported yet.", {
          lines: numberText(preview.lines),
          header_line: preview.header_line,
        })}
        actions={<Actions path={path} base={base} upload={upload} busy={busy} />}
      />
      {state === "FAILED" ? (
        <Alert tone="danger" title={t("Stopped after {stored} rows", { stored: numberText(upload.stored) })}>
          {t("{problem} Import it again. It starts over, and spend doesn't count twice.", {
            problem: upload.problem,
          })}
        </Alert>
      ) : null}
      <ColumnMapping preview={preview} settings={settings} onChange={change} />
      <div
        aria-busy={busy}
        className={`grid grid-cols-1 gap-6 transition-opacity delay-150 ${busy ? "opacity-60" : ""}`}
      >
        <UploadProblems preview={preview} settings={settings} onChange={change} onRate={refetch} />
        <UploadOutcome preview={preview} settings={settings} onChange={change} />
      </div>
    </>
  );
}

type ActionsProps = {
  path: ApiAddress<"/projects/:project/spend/uploads/:id">;
  base: string;
  upload: SpendUpload["upload"];
  busy: boolean;
};

function Actions({ path, base, upload, busy }: ActionsProps) {
  const router = useRouter();
  const refresh = useRefresh();
  const begin = useAction(async () => {
    await mutate("POST", child(path, "/store"));
    await refresh(path);
  });
  const discard = () =>
    confirm({
      title: t("Discard “{name}”?", { name: upload.name }),
      description: t("The file wasn't imported. You can upload it again."),
      action: t("Discard"),
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", path);
        toast.success(t("File discarded"));
        router.push(`${base}/upload`);
      },
    });
  const rows = upload.preview?.rows ?? 0;
  return (
    <>
      {upload.state === "DRAFT" ? <Button onClick={discard}>{t("Discard")}</Button> : null}
      <Button
        variant="primary"
        loading={begin.isPending}
        disabled={busy || !upload.preview?.ready}
        onClick={() => begin.mutate()}
      >
        {t("Import {rows2, plural, one {# row} other {# rows}}", { rows2: rows })}
      </Button>
    </>
  );
}

/** Polls the progress until the upload is stored. */
function Storing({ path, name }: { path: ApiAddress<"/projects/:project/spend/uploads/:id">; name: string }) {
  const { data } = useGet(path, { refetchInterval: 600, staleTime: 0 });
  const { stored = 0, total = 0 } = data?.upload ?? {};
  return (
    <>
      <PageHeader title={name} description={t("It continues if you leave this page.")} />
      <Card>
        <CardBody className="grid gap-3 pt-5">
          <p className="num text-sm" aria-live="polite">
            {t("{stored} of {total} rows imported", { stored: numberText(stored), total: numberText(total) })}
          </p>
          <Progress value={total > 0 ? stored / total : null} label={t("Rows imported")} />
        </CardBody>
      </Card>
    </>
  );
}

/** An uploaded file, its latest settings, and their preview. */
function useUpload(id: string) {
  const path = at("/projects/:project/spend/uploads/:id", { project: useProject().id, id });
  const { data, error, refetch } = useGet(path, { staleTime: 0 });
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<UploadSettings | null>(null);
  const upload = data?.upload;
  const settings = chosen ?? upload?.preview?.settings;

  /** The settings change immediately; the preview follows. */
  async function change(patch: Partial<UploadSettings>) {
    if (!settings) return;
    const next = { ...settings, ...patch };
    setChosen(next);
    try {
      await mutate("PUT", path, next);
      await refresh(path);
    } catch (cause) {
      toast.error(cause instanceof Error ? cause.message : t("Something went wrong."));
    } finally {
      // Only if no other settings were chosen in the meantime.
      setChosen((now) => (now === next ? null : now));
    }
  }

  return { path, upload, settings, change, busy: chosen !== null, error, refetch };
}
