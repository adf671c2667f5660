"use client";

import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { OverlapField } from "@/app/(dashboard)/shell/overlap-field";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProjectDetails } from "@/app/(dashboard)/shell/use-details";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { useSchemaForm } from "@/components/fields/form";
import { SectionHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Copyable } from "@/components/ui/copy-button";
import { GatedButton } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import { type MemberProject, overlapInput } from "@/lib/projects/schema";

export function AppToken() {
  const { data, error, refetch } = useProjectDetails();
  const [rotating, setRotating] = useState(false);
  const reason = useMissingRoleText("tokens.write");
  return (
    <>
      <SectionHeader
        title={t("App token")}
        description={t(
          "Identifies the project in your app's calls. It isn't secret. With it, an app can send data and read the attribution of its own install.",
        )}
        actions={
          <GatedButton reason={reason} onClick={() => setRotating(true)}>
            <RefreshCw />
            {t("Rotate")}
          </GatedButton>
        }
      />
      {data ? <TokenCard project={data} /> : <NotLoaded error={error} retry={refetch} className="h-32" />}
      {data ? <RotateDialog project={data} open={rotating} onOpenChange={setRotating} /> : null}
    </>
  );
}

function TokenCard({ project }: { project: MemberProject }) {
  const old = project.tokens.filter((each) => each.token !== project.token);
  return (
    <Card>
      <CardHeader title={t("Token")} description={t("Put this one in your app.")} />
      <CardBody>
        <Copyable value={project.token} label={t("Copy token")} className="w-full max-w-lg" />
      </CardBody>
      {old.length > 0 ? (
        <div className="border-t px-5 py-4">
          <h3 className="font-medium text-sm">{t("Previous tokens, still valid")}</h3>
          <ul className="mt-2 grid gap-1.5 text-sm">
            {old.map((each) => (
              <li key={each.token} className="flex flex-wrap items-center gap-x-4 text-muted">
                <code className="break-all font-mono text-xs">{each.token}</code>
                {each.expires_at ? (
                  <span>{rich("ends {when}", { when: <When at={each.expires_at} /> })}</span>
                ) : null}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </Card>
  );
}

type RotateDialogProps = { project: MemberProject; open: boolean; onOpenChange: (open: boolean) => void };

function RotateDialog({ project, open, onOpenChange }: RotateDialogProps) {
  const refresh = useRefresh();
  const form = useSchemaForm(overlapInput, { defaultValues: { overlap_hours: 720 } });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Rotate app token")}
      description={t("Creates a new token. Installed apps keep sending the old one until they update.")}
      form={form}
      submit={t("Rotate")}
      onSubmit={async (values) => {
        await mutate("POST", at("/projects/:project/token/rotate", { project: project.id }), values);
        await refresh(at("/projects/:project", { project: project.id }));
        toast.success(t("New token created"));
      }}
    >
      <OverlapField
        form={form}
        label={t("Old token stays valid for")}
        hint={t("After that, calls from apps that haven't updated are rejected and their data is lost.")}
      />
    </FormDialog>
  );
}
