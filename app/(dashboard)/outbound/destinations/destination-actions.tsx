"use client";

import { CirclePause, CirclePlay, KeyRound, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { Dialog, DialogBody, DialogContent } from "@/components/dialogs/dialog";
import { quoted } from "@/components/quoted";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Gated } from "@/components/ui/gated";
import { RowMenu } from "@/components/ui/row-menu";
import { t } from "@/lib/base/languages/texts";
import type { ShownDestination } from "@/lib/outbound/destinations/schema";
import type { TestCallResult } from "@/lib/outbound/destinations/test-call";
import { ModeSwitch } from "./mode-switch";
import { SigningSecret } from "./signing-secret";

/** All actions on a destination except editing. */
export function DestinationActions({ row }: { row: ShownDestination }) {
  const { id, name, kind, kind_label: label, mode, paused_at: paused } = row;
  const { id: project } = useProject();
  const all = at("/projects/:project/destinations", { project });
  const path = child(all, "/:id", { id });
  const refresh = useRefresh();
  const router = useRouter();
  const reason = useMissingRoleText("destinations.write");
  const [tested, setTested] = useState<TestCallResult | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const test = useAction(async () => setTested(await mutate("POST", child(path, "/test"))));
  const pause = useAction(
    async () => {
      const { destination } = await mutate(paused === null ? "POST" : "DELETE", child(path, "/pause"));
      await refresh(all);
      return destination;
    },
    { done: ({ paused_at: at }) => `${quoted(name)} ${at === null ? t("is resumed") : t("is paused")}` },
  );
  const rotate = () =>
    confirm({
      title: t("Create a new signing secret?"),
      description: t("Messages are signed with both secrets for 24 hours, then only with the new one."),
      action: t("New secret"),
      onConfirm: async () => {
        setSecret((await mutate("POST", child(path, "/secret"))).secret);
        await refresh(all);
      },
    });
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t("Remove {name}?", { name: quoted(name) }),
      description: (
        <>
          <p>{t("Cairn stops sending to it and skips waiting deliveries. Its credentials are deleted.")}</p>
          <p>{t("Sent deliveries stay in the list.")}</p>
        </>
      ),
      action: t("Remove destination"),
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", path);
        toast.success(t("{name} was removed", { name: quoted(name) }));
      },
    });
    if (!isConfirmed) return;
    router.push(`/p/${project}/destinations`);
    await refresh(all);
  };
  return (
    <>
      <ModeSwitch row={row} reason={reason} />
      <Gated reason={reason}>
        {(gate) => (
          <Button loading={test.isPending} {...gate} onClick={() => test.mutate()}>
            {t("Send test")}
          </Button>
        )}
      </Gated>
      {reason ? null : (
        <RowMenu
          of={name}
          large
          groups={[
            [
              ...(mode === "off"
                ? []
                : [
                    {
                      label: paused === null ? t("Pause") : t("Resume"),
                      icon: paused === null ? CirclePause : CirclePlay,
                      onSelect: () => pause.mutate(),
                    },
                  ]),
              ...(kind === "webhook"
                ? [{ label: t("New signing secret"), icon: KeyRound, onSelect: () => void rotate() }]
                : []),
            ],
            [{ label: t("Remove"), icon: Trash2, onSelect: () => void remove(), destructive: true }],
          ].filter((group) => group.length > 0)}
        />
      )}
      <SigningSecret secret={secret} onDone={() => setSecret(null)} />
      <Dialog open={tested !== null} onOpenChange={(open) => !open && setTested(null)}>
        <DialogContent
          title={t("Test of {name}", { name })}
          description={t("What {label} answered.", { label })}
        >
          <DialogBody>{tested ? <DestinationTestOutcome tested={tested} /> : null}</DialogBody>
        </DialogContent>
      </Dialog>
    </>
  );
}

/** The result of a test, with the destination's own message. */
function DestinationTestOutcome({ tested: { tried, accepted, status, text } }: { tested: TestCallResult }) {
  const title = tried ? (accepted ? t("Accepted") : t("Not accepted")) : t("Not tried");
  return (
    <Alert
      tone={tried ? (accepted ? "success" : "danger") : "info"}
      title={status === null ? title : `${title} (${status})`}
    >
      <span className="wrap-anywhere whitespace-pre-wrap">{text}</span>
    </Alert>
  );
}
