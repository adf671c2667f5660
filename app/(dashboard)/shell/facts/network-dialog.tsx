"use client";

import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { CodeField, IdField, TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { IntentLink } from "@/components/intent-link";
import { quoted } from "@/components/quoted";
import { useLastValue } from "@/components/use-last";
import { networkInput, type ShownNetwork } from "@/lib/campaigns/custom-networks/schema";

type NetworkDialogProps = {
  network: ShownNetwork | "new" | null;
  onClose: () => void;
  onAdded?: (network: ShownNetwork) => void;
};

/** Adds a network of the project, or changes one. */
export function NetworkDialog({ network: chosen, onClose, onAdded }: NetworkDialogProps) {
  const { id: project } = useProject();
  const path = at("/projects/:project/ad-networks", { project });
  const refresh = useRefresh();
  const last = useLastValue(chosen);
  const network = last === "new" ? null : last;
  const form = useSchemaForm(networkInput, {
    values: {
      name: network?.name ?? "",
      click_parameter: network?.click_parameter ?? "",
      publisher_parameter: network?.publisher_parameter ?? "",
      link_parameters: network?.link_parameters ?? "",
    },
  });
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(next) => !next && onClose()}
      title={network ? `Edit ${network.name}` : "Add network"}
      form={form}
      sheet
      submit={network ? "Save" : "Add network"}
      onSubmit={async ({ name, ...fields }) => {
        const answer = network
          ? await mutate("PATCH", child(path, "/:code", { code: network.code }), fields)
          : await mutate("POST", path, { name, ...fields });
        await refresh(path);
        toast.success(network ? "Network saved" : `${quoted(answer.network.name)} was added`);
        if (!network) onAdded?.(answer.network);
      }}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        hint={
          network ? "Can't be changed: clicks and installs are stored with it." : "Permanent. Choose it well."
        }
        placeholder="Acme Ads"
        disabled={Boolean(network)}
      />
      <IdField
        form={form}
        name="click_parameter"
        label="Click ID parameter"
        optional
        hint="The link parameter with the network's click ID. Clicks that have it are recognized as the network's."
        placeholder="acme_click"
      />
      <IdField
        form={form}
        name="publisher_parameter"
        label="Publisher parameter"
        optional
        hint="The link parameter with the site or app that showed the ad. Postbacks send it as {pub_id}."
        placeholder="site"
      />
      <CodeField
        form={form}
        name="link_parameters"
        label="Link parameters"
        optional
        rows={4}
        hint="Appended to links in the network's dashboard, with the network's own macros."
        placeholder="acme_click={click_id}&site={site_id}&campaign_id={campaign}"
      />
      <p className="text-muted text-xs">
        How long after a click or a view its installs are attributed to it is set under{" "}
        <IntentLink href={`/p/${project}/attribution`} className="rounded-sm underline underline-offset-2">
          Attribution → Windows
        </IntentLink>
        .
      </p>
    </FormDialog>
  );
}
