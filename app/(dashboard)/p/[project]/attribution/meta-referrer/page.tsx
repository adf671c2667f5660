"use client";

import { useState } from "react";
import { toast } from "sonner";
import { z } from "zod";
import { type ApiAddress, at, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { CodeField, PasswordField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { PageHeader } from "@/components/page-header";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { When } from "@/components/ui/when";
import type { MetaKey, MetaKeySet } from "@/lib/attribution/meta-key/schema";
import { t } from "@/lib/base/languages/texts";

export default function NetworksPage() {
  const path = at("/projects/:project/networks/meta-key", { project: useProject().id });
  const { data, error, refetch } = useGet(path);
  return (
    <>
      <PageHeader title={t("Meta referrer")} description={t("Ad network data that only you can decrypt.")} />
      {data ? (
        <MetaCard path={path} known={data} />
      ) : (
        <NotLoaded error={error} retry={refetch} className="h-48" />
      )}
    </>
  );
}

function MetaCard({
  path,
  known,
}: {
  path: ApiAddress<"/projects/:project/networks/meta-key">;
  known: MetaKey;
}) {
  const refresh = useRefresh();
  const reason = useMissingRoleText("network-accounts.write");
  const [setting, setSetting] = useState(false);
  const isThere = known.state !== "none";
  const remove = () =>
    confirm({
      title: t("Remove the key?"),
      description: t(
        "Installs from Meta ads then look organic, unless another signal identifies them. Existing decisions stay.",
      ),
      action: t("Remove key"),
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", path);
        await refresh(path);
        toast.success(t("The key was removed"));
      },
    });
  return (
    <Card aria-label={t("Meta install referrer")}>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2.5">
            {t("Meta install referrer")}
            <StateBadge known={known} />
          </span>
        }
        description={t(
          "Installs from Facebook and Instagram ads carry their campaign, ad set, ad and placement, encrypted for your app.",
        )}
        actions={
          <>
            {isThere ? (
              <GatedButton reason={reason} variant="ghost" onClick={remove}>
                {t("Remove")}
              </GatedButton>
            ) : null}
            <GatedButton
              reason={reason}
              variant={isThere ? "secondary" : "primary"}
              onClick={() => setSetting(true)}
            >
              {isThere ? t("Replace key") : t("Set key")}
            </GatedButton>
          </>
        }
      />
      <CardBody className="grid gap-3 text-sm">
        {known.state === "unreadable" ? (
          <Alert tone="warning" title={t("The key can no longer be read")}>
            {t("It was encrypted with a different ENCRYPTION_KEY. Set it again.")}
          </Alert>
        ) : null}
        {known.set_at ? (
          <p>
            {rich(
              "Set {when} by {set_by}. {if_checked, select, yes {Verified with a sample.} other {Not verified with a sample. Installs that it can't decrypt show that.}} <span>It's encrypted and never shown again.</span>",
              {
                when: <When at={known.set_at} />,
                set_by: known.set_by,
                if_checked: known.checked ? "yes" : "no",
                span: (text) => <span className="text-muted">{text}</span>,
              },
            )}
          </p>
        ) : (
          <p>
            {t(
              "Without the key, these installs are organic, unless another signal identifies them. Their page shows “no key to read it”.",
            )}
          </p>
        )}
        <p className="text-muted">
          {rich(
            "With a new key, Cairn attributes the last 24 hours of installs with a Meta referrer again. For older ones, run <code>npm run admin -- attribution replay</code>.",
            { code: (text) => <code>{text}</code> },
          )}
        </p>
      </CardBody>
      <MetaKeyDialog path={path} open={setting} onClose={() => setSetting(false)} />
    </Card>
  );
}

function StateBadge({ known: { state, checked } }: { known: MetaKey }) {
  if (state === "none") return <Badge dot>{t("No key")}</Badge>;
  if (state === "unreadable")
    return (
      <Badge tone="danger" dot>
        {t("Unreadable")}
      </Badge>
    );
  return (
    <Badge tone={checked ? "success" : "neutral"} dot>
      {checked ? t("Set and verified") : t("Set")}
    </Badge>
  );
}

/** The server validates both, so no decryption code is loaded here. */
const typed = z.object({ key: z.string().trim().min(1, t("Paste the key.")), sample: z.string() });

function MetaKeyDialog({
  path,
  open,
  onClose,
}: {
  path: ApiAddress<"/projects/:project/networks/meta-key">;
  open: boolean;
  onClose: () => void;
}) {
  const refresh = useRefresh();
  const form = useSchemaForm(typed, { values: { key: "", sample: "" } });
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        form.reset();
        onClose();
      }}
      title={t("Meta install referrer key")}
      form={form}
      submit={t("Set key")}
      onSubmit={async (values) => {
        const done = await mutate("PUT", path, values);
        form.reset();
        await refresh(path);
        toast.success(
          done.sample
            ? t("The key decrypts the sample: {sample}", { sample: campaignText(done.sample) })
            : t("The key is set"),
          {
            ...(done.decided_anew > 0
              ? {
                  description: t("{decided_anew} installs of the last 24 hours are being attributed again.", {
                    decided_anew: done.decided_anew,
                  }),
                }
              : {}),
          },
        );
      }}
    >
      <PasswordField
        form={form}
        name="key"
        label={t("Install referrer decryption key")}
        hint={t("In Meta’s App Dashboard: Settings → Basic → Android. 64 characters.")}
        autoComplete="off"
        className="font-mono"
      />
      <CodeField
        form={form}
        name="sample"
        label={t("Sample to verify it with")}
        optional
        hint={t(
          "A Play referrer with utm_content, or the response of Meta’s provider, as logged by your app.",
        )}
        rows={5}
      />
    </FormDialog>
  );
}

const campaignText = ({ campaign, ad_set, ad }: NonNullable<MetaKeySet["sample"]>) =>
  [campaign, ad_set, ad].filter((part) => part !== null).join(" / ");
