import type { z } from "zod";
import { Batcher } from "@/lib/batch";
import type { ProjectId } from "@/lib/ids";
import { platformOf } from "@/lib/installs/device";
import { refuseErased } from "@/lib/privacy/erased";
import { type IdentityRow, storeIdentities, updateDetails } from "@/lib/users/queries";
import type { setUserDataBody, triggerBody } from "@/lib/users/schema";

export type Identified = { deeplink: string | null; isNew: boolean };

const batch = new Batcher<IdentityRow, Identified>({
  run: storeIdentities,
  keyOf: (row) => `${row.project_id} ${row.user_id}`,
});

/** Ties an install to a user; the first time a user is seen is a sign-up. */
export async function identify(
  project: { id: ProjectId },
  body: z.output<typeof triggerBody>,
  told: { userAgent: string | null; now: Date },
): Promise<Identified> {
  const { id, name, email, phone, ...details } = body.user_data;
  await refuseErased(project.id, { user: id, instance: body.install_instance_id });
  const device = asObject(body.data?.device_data);
  return batch.add({
    project_id: project.id,
    at: told.now,
    user_id: id,
    instance: body.install_instance_id ?? null,
    platform: platformOf(body.platform, device, told.userAgent),
    name: name ?? null,
    email: email ?? null,
    phone: phone ?? null,
    details,
    customer_created_at: body.customer_created_at ?? null,
    is_first_time: body.is_first_time_customer ?? null,
  });
}

/** Whether the user is known: details of somebody who was never identified are not kept. */
export async function setUserData(
  projectId: ProjectId,
  body: z.output<typeof setUserDataBody>,
  now: Date,
): Promise<boolean> {
  const { id, name, email, phone, ...details } = body.user_data;
  await refuseErased(projectId, { user: id, instance: body.install_instance_id });
  return updateDetails(projectId, { userId: id, name, email, phone, details }, now);
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
