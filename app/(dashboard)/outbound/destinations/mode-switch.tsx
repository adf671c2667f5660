"use client";

import type { ReactNode } from "react";
import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { quoted } from "@/components/quoted";
import { Segmented } from "@/components/ui/segmented";
import { t } from "@/lib/base/languages/texts";
import type { ShownDestination } from "@/lib/outbound/destinations/schema";

type Mode = ShownDestination["mode"];

const options: { value: Mode; label: string }[] = [
  { value: "off", label: t("Off") },
  { value: "dry_run", label: t("Dry run") },
  { value: "live", label: t("Live") },
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
      ? ` ${t("{waiting2, plural, one {# waiting delivery is sent} other {# waiting deliveries are sent}} as well.", { waiting2: recent.waiting })}`
      : "";
  if (to === "live")
    return {
      title: t("Send to {name} for real?", { name: quoted(name) }),
      description: t(
        "From now on {kind} receives the events of your rules, as they happen.{waiting} Deliveries of the dry run are not sent, unless you send them again from the list of deliveries.",
        { kind, waiting },
      ),
      action: t("Go live"),
      done: t("{name} is live", { name: quoted(name) }),
    };
  if (to === "dry_run")
    return {
      title: t("Stop sending to {name}?", { name: quoted(name) }),
      description: t(
        "In a dry run, Cairn prepares and shows each delivery, but doesn't send it, not even later.",
      ),
      action: t("Switch to dry run"),
      done: t("{name} is a dry run", { name: quoted(name) }),
    };
  return {
    title: t("Switch {name} off?", { name: quoted(name) }),
    description: t(
      "Waiting deliveries are skipped, and events while it's off are never sent. To keep deliveries, pause it instead.",
    ),
    action: t("Switch off"),
    done: t("{name} is off", { name: quoted(name) }),
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
  return <Segmented label={t("Mode")} options={options} value={row.mode} onValueChange={change} />;
}
