"use client";

import type { ReactNode } from "react";
import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { numberText } from "@/components/format";
import { quoted } from "@/components/quoted";
import { Segmented } from "@/components/ui/segmented";
import type { ShownDestination } from "@/lib/outbound/destinations/schema";

type Mode = ShownDestination["mode"];

const options: { value: Mode; label: string }[] = [
  { value: "off", label: "Off" },
  { value: "dry_run", label: "Dry run" },
  { value: "live", label: "Live" },
];

type ModeChangeText = {
  title: string;
  description: ReactNode;
  action: string;
  done: string;
  destructive?: boolean;
};

/** The effect of a change of mode, for its confirmation. */
function modeChangeText({ name, kind_label: kind, recent }: ShownDestination, to: Mode): ModeChangeText {
  const waiting =
    recent.waiting > 0
      ? ` ${numberText(recent.waiting)} ${recent.waiting === 1 ? "waiting delivery is sent" : "waiting deliveries are sent"} as well.`
      : "";
  if (to === "live")
    return {
      title: `Send to ${quoted(name)} for real?`,
      description: `From now on ${kind} receives the events of your rules, as they happen.${waiting} Deliveries of the dry run are not sent, unless you send them again from the list of deliveries.`,
      action: "Go live",
      done: `${quoted(name)} is live`,
    };
  if (to === "dry_run")
    return {
      title: `Stop sending to ${quoted(name)}?`,
      description:
        "In a dry run, Cairn prepares and shows each delivery, but doesn't send it, not even later.",
      action: "Switch to dry run",
      done: `${quoted(name)} is a dry run`,
    };
  return {
    title: `Switch ${quoted(name)} off?`,
    description:
      "Waiting deliveries are skipped, and events while it's off are never sent. To keep deliveries, pause it instead.",
    action: "Switch off",
    done: `${quoted(name)} is off`,
    destructive: true,
  };
}

export function ModeSwitch({ row, reason }: { row: ShownDestination; reason: string | undefined }) {
  const all = at("/projects/:project/destinations", { project: useProject().id });
  const refresh = useRefresh();
  if (reason) return null;
  const change = (mode: Mode) => {
    if (mode === row.mode) return;
    const { done, ...text } = modeChangeText(row, mode);
    void confirm({
      ...text,
      onConfirm: async () => {
        await mutate("PUT", child(all, "/:id", { id: row.id }), { mode });
        await refresh(all);
        toast.success(done);
      },
    });
  };
  return <Segmented label="Mode" options={options} value={row.mode} onValueChange={change} />;
}
