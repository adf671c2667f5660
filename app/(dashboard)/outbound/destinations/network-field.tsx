import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { lazyDialog } from "@/components/dialogs/lazy-dialog";
import { t } from "@/lib/base/languages/texts";
import { ChooseOrAddField } from "./choose-or-add-field";
import type { DestinationForm } from "./destination-form";

const NetworkDialog = lazyDialog(
  () => import("@/app/(dashboard)/shell/facts/network-dialog").then((module) => module.NetworkDialog),
  ({ network }) => network !== null,
);

type NetworkFieldProps = { form: DestinationForm; label: string; hint: string | null };

/** One of the project's own networks. */
export function NetworkField(field: NetworkFieldProps) {
  const { data } = useGet(at("/projects/:project/ad-networks", { project: useProject().id }));
  const custom = (data?.networks ?? []).filter((network) => network.is_custom);
  return (
    <ChooseOrAddField
      {...field}
      name="settings.network"
      options={custom.map(({ code, name }) => ({ value: code, label: name }))}
      add={{
        label: t("Add a network"),
        action: "networks.write",
        dialog: ({ open, onOpenChange, onAdded }) => (
          <NetworkDialog
            network={open ? "new" : null}
            onClose={() => onOpenChange(false)}
            onAdded={({ code }) => onAdded(code)}
          />
        ),
      }}
    />
  );
}
