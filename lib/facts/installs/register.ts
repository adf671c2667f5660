import type { z } from "zod";
import { refuseErased } from "@/lib/accounts/projects/erased";
import { newId, type ProjectId } from "@/lib/base/ids";
import { type InstallRow, storeInstalls } from "@/lib/facts/installs/queries";
import type { initBody } from "@/lib/facts/installs/schema";
import { readDevice } from "@/lib/facts/installs/tell";
import { undecided } from "@/lib/facts/installs/undecided";
import { addressKey } from "@/lib/platform/address-key";
import { Batcher } from "@/lib/platform/batch";
import { countryOf } from "@/lib/traffic/ip-lists/country";
import { addressListOf } from "@/lib/traffic/ip-lists/lists";

const batch = new Batcher<InstallRow, boolean>({
  name: "installs",
  run: storeInstalls,
  keyOf: (row) => `${row.project_id} ${row.instance}`,
});

type Context = {
  userAgent: string | null;
  address: string;
  /** The country that a trusted proxy names. */
  country?: string | null;
  now: Date;
};
type Registered = { processingId: string; isNew: boolean };

/** The first call of an install instance is an install to be attributed; every later one an open of the app. */
export async function registerInstall(
  project: { id: ProjectId },
  body: z.output<typeof initBody>,
  context: Context,
): Promise<Registered> {
  const registered = await storeInstall(project, body, context);
  if (registered.isNew) undecided(project.id);
  return registered;
}

/** Without waking whoever decides. */
export async function storeInstall(
  project: { id: ProjectId },
  body: z.output<typeof initBody>,
  context: Context,
): Promise<Registered> {
  await refuseErased(project.id, { instance: body.install_instance_id });
  const device = body.device_data ?? {};
  const id = newId(context.now);
  const key = addressKey(context.address);
  const isNew = await batch.add({
    project_id: project.id,
    id,
    at: context.now,
    instance: body.install_instance_id,
    app_version: body.app_version ?? null,
    package_version: body.package_version ?? null,
    country: context.country ?? (await countryOf(context.address, key)),
    address_key: key,
    address_list: await addressListOf(context.address, performance.now()),
    link: body.link ?? null,
    debug: body.debug ?? false,
    ...readDevice(body.platform, device, context.userAgent),
  });
  return { processingId: id, isNew };
}
