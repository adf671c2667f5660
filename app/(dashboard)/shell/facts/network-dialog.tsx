"use client";

import { useState } from "react";
import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { CodeField, IdField, NumberField, TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { quoted } from "@/components/quoted";
import { useLastValue } from "@/components/use-last";
import type { NetworkAndOwnWindows } from "@/lib/attribution/network-windows/schema";
import { windowDays, windowHours } from "@/lib/attribution/rule-sets/settings";
import { t } from "@/lib/base/languages/texts";
import { networkInput, type ShownNetwork } from "@/lib/campaigns/custom-networks/schema";

const schema = networkInput.extend({
  click_window_days: windowDays.optional(),
  view_window_hours: windowHours.optional(),
});

type NetworkDialogProps = {
  network: NetworkAndOwnWindows | "new" | null;
  onClose: () => void;
  onAdded?: (network: ShownNetwork) => void;
};

/** Adds a network of the project, or changes one. */
export function NetworkDialog({ network: chosen, onClose, onAdded }: NetworkDialogProps) {
  const { id: project } = useProject();
  const path = at("/projects/:project/ad-networks", { project });
  const refresh = useRefresh();
  const defaults = useGet(path).data?.default_windows;
  // Windows are a part of the attribution rules, which only admins change.
  const noWindows = useMissingRoleText("rules.write");
  const last = useLastValue(chosen);
  const network = last === "new" ? null : last;
  // A network whose windows could not be saved: the next attempt changes it instead of adding it again.
  const [added, setAdded] = useState<ShownNetwork | null>(null);
  const own = network?.own_windows;
  const form = useSchemaForm(schema, {
    values: {
      name: network?.name ?? "",
      click_parameter: network?.click_parameter ?? "",
      publisher_parameter: network?.publisher_parameter ?? "",
      link_parameters: network?.link_parameters ?? "",
      click_window_days: own?.click_window_days ?? undefined,
      view_window_hours: own?.view_window_hours ?? undefined,
    },
  });
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(next) => {
        if (next) return;
        setAdded(null);
        onClose();
      }}
      title={network ? t("Edit {name}", { name: network.name }) : t("Add network")}
      form={form}
      sheet
      submit={network ? t("Save") : t("Add network")}
      onSubmit={async ({ name, click_window_days: days, view_window_hours: hours, ...fields }) => {
        const known = network ?? added;
        const answer = known
          ? await mutate("PATCH", child(path, "/:code", { code: known.code }), fields)
          : await mutate("POST", path, { name, ...fields });
        const windows = { click_window_days: days ?? null, view_window_hours: hours ?? null };
        const isChanged =
          windows.click_window_days !== (own?.click_window_days ?? null) ||
          windows.view_window_hours !== (own?.view_window_hours ?? null);
        if (!network) setAdded(answer.network);
        if (isChanged) {
          await mutate("PUT", child(path, "/:code/windows", answer.network), windows).finally(() =>
            refresh(path),
          );
        } else await refresh(path);
        setAdded(null);
        toast.success(
          network ? t("Network saved") : t("{name} was added", { name: quoted(answer.network.name) }),
        );
        if (!network) onAdded?.(answer.network);
      }}
    >
      <TextField
        form={form}
        name="name"
        label={t("Name")}
        hint={
          network
            ? t("Can't be changed: clicks and installs are stored with it.")
            : t("Permanent. Choose it well.")
        }
        placeholder={t("Acme Ads")}
        disabled={Boolean(network ?? added)}
      />
      <IdField
        form={form}
        name="click_parameter"
        label={t("Click ID parameter")}
        optional
        hint={t(
          "The link parameter with the network's click ID. Clicks that have it are recognized as the network's.",
        )}
        placeholder="acme_click"
      />
      <IdField
        form={form}
        name="publisher_parameter"
        label={t("Publisher parameter")}
        optional
        hint={t("The link parameter with the site or app that showed the ad. Postbacks send it as {pub_id}.")}
        placeholder="site"
      />
      <CodeField
        form={form}
        name="link_parameters"
        label={t("Link parameters")}
        optional
        rows={4}
        hint={t("Appended to links in the network's dashboard, with the network's own macros.")}
        placeholder="acme_click={click_id}&site={site_id}&campaign_id={campaign}"
      />
      <NumberField
        form={form}
        name="click_window_days"
        label={t("Click window")}
        optional
        hint={
          noWindows ??
          t("How many days after a click an install is attributed to it. Empty: the project's default.")
        }
        placeholder={defaults ? String(defaults.click_window_days) : ""}
        step="any"
        after="days"
        disabled={noWindows !== undefined}
      />
      <NumberField
        form={form}
        name="view_window_hours"
        label={t("View window")}
        optional
        hint={
          noWindows ??
          t(
            "How many hours after a view an install is attributed to it. 0: views don't count. Empty: the project's default.",
          )
        }
        placeholder={defaults ? String(defaults.view_window_hours) : ""}
        step="any"
        after="hours"
        disabled={noWindows !== undefined}
      />
    </FormDialog>
  );
}
