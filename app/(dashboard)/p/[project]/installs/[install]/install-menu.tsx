"use client";

import { FlaskConical, RefreshCw, Undo2, UserRoundX } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { at, call, within } from "@/app/(dashboard)/api";
import { useAction, useRefresh } from "@/app/(dashboard)/data";
import { useLacking } from "@/app/(dashboard)/roles";
import { useProject } from "@/app/(dashboard)/session";
import { Gated } from "@/components/gated";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import type { InstallPage } from "@/lib/reporting/lists/installs/schema";

type Asking = "test" | "count" | "forget" | null;

/** What may be done with an install by whoever tests the app. */
export function InstallMenu({ page }: { page: InstallPage }) {
  const { id: project } = useProject();
  const { id, is_test: isTest, state } = page.install;
  const path = at("/projects/:project/installs/:install", { project, install: id });
  const refresh = useRefresh();
  const lacking = useLacking("installs.write");
  const [asking, setAsking] = useState<Asking>(null);
  const [whole, setWhole] = useState<"install" | "device">("install");
  const close = (open: boolean) => !open && setAsking(null);
  const undecided = state === "DECIDED" ? undefined : "It is not decided yet where it came from";
  const changed = () =>
    refresh(
      at("/projects/:project/installs", { project }),
      at("/projects/:project/test-devices", { project }),
    );

  async function mark(test: boolean) {
    const body = { test, device: test && whole === "device" };
    const { installs } = await call("PUT", within(path, "/test"), body);
    await changed();
    if (test)
      toast.success(
        installs > 1
          ? `${installs} installs are tests now and stand in no figure`
          : "It is a test now and stands in no figure",
      );
    else toast.success("It counts again");
  }

  async function forget() {
    await call("POST", within(path, "/forget"));
    await changed();
    toast.success("Forgotten: its next init is a first install");
  }

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
        <Gated reason={lacking}>
          {(gate) => (
            <Button variant="primary" {...gate} loading={again.isPending} onClick={() => again.mutate()}>
              <RefreshCw />
              Try again
            </Button>
          )}
        </Gated>
      ) : null}
      <Gated reason={lacking ?? undecided}>
        {(gate) => (
          <Button {...gate} onClick={() => setAsking(isTest ? "count" : "test")}>
            {isTest ? <Undo2 /> : <FlaskConical />}
            {isTest ? "Count again" : "Mark as a test"}
          </Button>
        )}
      </Gated>
      <Gated reason={lacking}>
        {(gate) => (
          <Button {...gate} onClick={() => setAsking("forget")}>
            <UserRoundX />
            Forget the device
          </Button>
        )}
      </Gated>
      <ConfirmDialog
        open={asking === "test"}
        onOpenChange={close}
        title="Mark as a test?"
        description="The install and all that happened on it leave every figure: sign-up, events, payments, retention. It stays in the lists, and can be counted again."
        action="Mark as a test"
        onConfirm={() => mark(true)}
      >
        {page.device && page.device.ids.length > 0 ? (
          <RadioGroup
            aria-label="What is a test"
            value={whole}
            onValueChange={(value) => setWhole(value as "install" | "device")}
          >
            <RadioCard
              value="install"
              label="Only this install"
              hint="The next one on the same phone counts."
            />
            <RadioCard
              value="device"
              label="Everything on this device"
              hint="Its other installs, and those still to come."
            />
          </RadioGroup>
        ) : null}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === "count"}
        onOpenChange={close}
        title="Count it again?"
        description="The install and all that happened on it return to the figures of the days on which it happened."
        action="Count again"
        onConfirm={() => mark(false)}
      />
      <ConfirmDialog
        open={asking === "forget"}
        onOpenChange={close}
        title="Forget this device?"
        description="When it calls init the next time it counts as a new install, even under the same instance id. What was counted stays. The ids of its installs become unreadable, which cannot be undone; installs of the same device are still known to belong together."
        action="Forget the device"
        destructive
        onConfirm={forget}
      />
    </>
  );
}
