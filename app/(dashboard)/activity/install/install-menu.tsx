"use client";

import { FlaskConical, RefreshCw, Undo2, UserRoundX } from "lucide-react";
import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useAction, useRefresh } from "@/app/(dashboard)/shell/data";
import { confirmErase } from "@/app/(dashboard)/shell/facts/confirm-forget";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { GatedButton } from "@/components/ui/gated";
import type { InstallPage } from "@/lib/activity/lists/installs/schema";
import { t } from "@/lib/base/languages/texts";

const whatIsATest = {
  label: t("Mark as a test"),
  options: [
    { value: "install", label: t("Only this install"), hint: t("The next install on this phone counts.") },
    {
      value: "device",
      label: t("Everything on this device"),
      hint: t("All its installs, including future ones."),
    },
  ],
} as const;

/** Actions for app testers. */
export function InstallMenu({ page }: { page: InstallPage }) {
  const { id: project } = useProject();
  const { id, is_test: isTest, state } = page.install;
  const path = at("/projects/:project/installs/:install", { project, install: id });
  const refresh = useRefresh();
  const lacking = useMissingRoleText("installs.write");
  const undecided = state === "DECIDED" ? undefined : t("Attribution is still pending");
  const changed = () =>
    refresh(
      at("/projects/:project/installs", { project }),
      at("/projects/:project/test-devices", { project }),
    );

  const markAsTest = () =>
    confirm({
      title: t("Mark as a test?"),
      description: t(
        "The install and its sign-up, events, payments and retention are removed from all reports. It stays in the lists, and you can count it again later.",
      ),
      action: t("Mark as a test"),
      choices: page.device?.ids.length ? whatIsATest : undefined,
      onConfirm: async (whole) => {
        const { installs } = await mutate("PUT", child(path, "/test"), {
          test: true,
          device: whole === "device",
        });
        await changed();
        toast.success(
          installs > 1
            ? t("{installs} installs marked as tests and removed from reports", { installs })
            : t("Marked as a test and removed from reports"),
        );
      },
    });

  const countAgain = () =>
    confirm({
      title: t("Count this install again?"),
      description: t(
        "The install, its sign-up, events and payments return to reports, on their original days.",
      ),
      action: t("Count again"),
      onConfirm: async () => {
        await mutate("PUT", child(path, "/test"), { test: false, device: false });
        await changed();
        toast.success(t("Counted in reports again"));
      },
    });

  const erase = () => confirmErase(path, changed);

  const again = useAction(
    async () => {
      await mutate("POST", child(path, "/retry"));
      await changed();
    },
    { done: t("Trying again") },
  );

  return (
    <>
      {state === "PARKED" ? (
        <GatedButton
          reason={lacking}
          variant="primary"
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          <RefreshCw />
          {t("Try again")}
        </GatedButton>
      ) : null}
      <GatedButton reason={lacking ?? undecided} onClick={() => (isTest ? countAgain() : markAsTest())}>
        {isTest ? <Undo2 /> : <FlaskConical />}
        {isTest ? t("Count again") : t("Mark as a test")}
      </GatedButton>
      <GatedButton reason={lacking} onClick={erase}>
        <UserRoundX />
        {t("Reset this device")}
      </GatedButton>
    </>
  );
}
