import type { z } from "zod";
import { refuseErased } from "@/lib/accounts/erased/erased";
import type { ProjectId } from "@/lib/base/ids";
import { platformOfData } from "@/lib/facts/app-calls/device";
import type { ConsentProject } from "@/lib/facts/consent/record";
import { reportDevice } from "@/lib/facts/installs/report-device";
import type { Identified } from "@/lib/facts/users/queries";
import { type IdentityRow, storeIdentities, updateDetails } from "@/lib/facts/users/queries";
import type { setUserDataBody, triggerBody } from "@/lib/facts/users/schema";
import { trackLedgerGrowth } from "@/lib/ledger/growth";
import { Batcher } from "@/lib/platform/batch";

const batch = new Batcher<IdentityRow, Identified>({
  name: "users",
  run: trackLedgerGrowth(storeIdentities),
  keyOf: (row) => `${row.project_id} ${row.user_id}`,
});

/** Links an install to a user; the first new user of an install is its sign-up. */
export async function identify(
  project: ConsentProject,
  body: z.output<typeof triggerBody>,
  call: { userAgent: string | null; now: Date },
): Promise<Identified> {
  const { id, name: _, email: __, phone: ___, ...more } = body.user_data;
  await refuseErased(project.id, { user: id, instance: body.install_instance_id });
  const { device_data, ...data } = body.data ?? {};
  const device = asObject(device_data);
  const stored = batch.add({
    project_id: project.id,
    at: call.now,
    user_id: id,
    instance: body.install_instance_id ?? null,
    platform: platformOfData(body.platform, device, call.userAgent),
    ...namesOf(body.user_data),
    details: { ...data, ...more },
    customer_created_at: body.customer_created_at ?? null,
    is_first_time: body.is_first_time_customer ?? null,
  });
  const [identified] = await Promise.all([
    stored,
    reportDevice(project, { ...body, device_data: device }, call),
  ]);
  return identified;
}

/** Returns whether the user is known, because details of an unidentified user are not stored. */
export async function setUserData(
  projectId: ProjectId,
  body: z.output<typeof setUserDataBody>,
  now: Date,
): Promise<boolean> {
  const { id, name: _, email: __, phone: ___, ...details } = body.user_data;
  await refuseErased(projectId, { user: id, instance: body.install_instance_id });
  return updateDetails(projectId, { userId: id, ...namesOf(body.user_data), details }, now);
}

type Names = { name?: string | undefined; email?: string | undefined; phone?: string | undefined };

const namesOf = ({ name, email, phone }: Names) => ({
  name: name ?? null,
  email: email ?? null,
  phone: phone ?? null,
});

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
