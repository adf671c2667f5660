"use client";

import { FlaskConical, RefreshCw, Undo2, UserRoundX } from "lucide-react";
import { toast } from "sonner";
import { at, call, within } from "@/app/(dashboard)/api";
import { useAction, useRefresh } from "@/app/(dashboard)/data";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { confirm } from "@/components/confirm";
import { GatedButton } from "@/components/gated";
import type { InstallPage } from "@/lib/reporting/lists/installs/schema";

const whatIsATest = {
  label: "What is a test",
  options: [
    { value: "install", label: "Only this install", hint: "The next one on the same phone counts." },
    {
      value: "device",
      label: "Everything on this device",
      hint: "Its other installs, and those still to come.",
    },
  ],
} as const;

/** For those who test the app. */
export function InstallMenu({ page }: { page: InstallPage }) {
  const { id: project } = useProject();
  const { id, is_test: isTest, state } = page.install;
  const path = at("/projects/:project/installs/:install", { project, install: id });
  const refresh = useRefresh();
  const lacking = useLacking("installs.write");
  const undecided = state === "DECIDED" ? undefined : "It is not decided yet where it came from";
  const changed = () =>
    refresh(
      at("/projects/:project/installs", { project }),
      at("/projects/:project/test-devices", { project }),
    );

  const markAsTest = () =>
    confirm({
      title: "Mark as a test?",
      description:
        "The install and all that happened on it leave every figure: sign-up, events, payments, retention. It stays in the lists, and can be counted again.",
      action: "Mark as a test",
      choices: page.device?.ids.length ? whatIsATest : undefined,
      onConfirm: async (whole) => {
        const { installs } = await call("PUT", within(path, "/test"), {
          test: true,
          device: whole === "device",
        });
        await changed();
        toast.success(
          installs > 1
            ? `${installs} installs are tests now and stand in no figure`
            : "It is a test now and stands in no figure",
        );
      },
    });

  const countAgain = () =>
    confirm({
      title: "Count it again?",
      description:
        "The install and all that happened on it return to the figures of the days on which it happened.",
      action: "Count again",
      onConfirm: async () => {
        await call("PUT", within(path, "/test"), { test: false, device: false });
        await changed();
        toast.success("It counts again");
      },
    });

  const forget = () =>
    confirm({
      title: "Forget this device?",
      description:
        "When it calls init the next time it counts as a new install, even under the same instance id. What was counted stays. The ids of its installs become unreadable, which cannot be undone; installs of the same device are still known to belong together.",
      action: "Forget the device",
      destructive: true,
      onConfirm: async () => {
        await call("POST", within(path, "/forget"));
        await changed();
        toast.success("Forgotten: its next init is a first install");
      },
    });

  const again = useAction(
    async () => {
      await call("POST", within(path, "/retry"));
      await changed();
    },
    { done: "It is tried again" },
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
          Try again
        </GatedButton>
      ) : null}
      <GatedButton reason={lacking ?? undecided} onClick={() => (isTest ? countAgain() : markAsTest())}>
        {isTest ? <Undo2 /> : <FlaskConical />}
        {isTest ? "Count again" : "Mark as a test"}
      </GatedButton>
      <GatedButton reason={lacking} onClick={forget}>
        <UserRoundX />
        Forget the device
      </GatedButton>
    </>
  );
}
