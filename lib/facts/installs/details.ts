import { refuseErased } from "@/lib/accounts/erased/erased";
import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { storeIntegrations, storePushToken } from "@/lib/facts/installs/queries";
import { nextProbe, pushKindOf } from "@/lib/facts/uninstalls/rules";
import { recordStillInstalled } from "@/lib/facts/uninstalls/still-installed";

/** Stores the latest push token of an install, which is used to detect that the app was removed. */
export async function updatePushToken(
  projectId: ProjectId,
  body: {
    install_instance_id?: string | undefined;
    push_token: string;
    platform?: string | null | undefined;
  },
  now: Date,
): Promise<void> {
  const instance = required(body.install_instance_id);
  await refuseErased(projectId, { instance });
  const token = body.push_token;
  const wasUninstalled = await storePushToken(projectId, instance, {
    token,
    kind: pushKindOf(token, body.platform ?? null),
    probeAt: nextProbe(instance, now),
    at: now,
  });
  if (wasUninstalled) await recordStillInstalled(projectId, instance, now);
}

/** IDs of the app in other services; later ones are added to the stored ones. */
export async function addIntegrations(
  projectId: ProjectId,
  body: { install_instance_id?: string | undefined; integration_info: Record<string, unknown> },
  now: Date,
): Promise<void> {
  const instance = required(body.install_instance_id);
  await refuseErased(projectId, { instance });
  await storeIntegrations(projectId, instance, body.integration_info, now);
}

function required(instance: string | undefined): string {
  if (instance) return instance;
  throw new Refusal("invalid_request", "install_instance_id is required!", {
    fields: { install_instance_id: "Required." },
  });
}
