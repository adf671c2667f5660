import type { z } from "zod";
import { refuseErased } from "@/lib/accounts/erased/erased";
import { newId } from "@/lib/base/ids";
import type { initBody } from "@/lib/facts/app-calls/schema";
import { wakeDecider } from "@/lib/facts/app-calls/wake-attribution";
import { type ConsentProject, storableDeviceData } from "@/lib/facts/consent/record";
import { type InstallRow, storeInstalls } from "@/lib/facts/installs/queries";
import { readDevice } from "@/lib/facts/installs/report-device";
import { countedVersion } from "@/lib/ledger/ad-ids/counted";
import { trackLedgerGrowth } from "@/lib/ledger/growth";
import { addressKey } from "@/lib/platform/address-key";
import { Batcher } from "@/lib/platform/batch";
import { blockEntryOf } from "@/lib/traffic/ip-lists/blocked-ranges";
import { countryOf } from "@/lib/traffic/ip-lists/country";
import { addressListOf } from "@/lib/traffic/ip-lists/lists";

const batch = new Batcher<InstallRow, boolean>({
  name: "installs",
  run: trackLedgerGrowth(storeInstalls),
  keyOf: (row) => `${row.project_id} ${row.instance}`,
});

type Context = {
  userAgent: string | null;
  address: string;
  /** The country from a trusted proxy. */
  country?: string | null;
  now: Date;
};
type Registered = { processingId: string; isNew: boolean };

/** The first call of an install instance is a new install; every later one is an open of the app. */
export async function registerInstall(
  project: ConsentProject,
  body: z.output<typeof initBody>,
  context: Context,
): Promise<Registered> {
  const registered = await storeInstall(project, body, context);
  if (registered.isNew) wakeDecider(project.id);
  return registered;
}

/** Stores the install without starting attribution. */
export async function storeInstall(
  project: ConsentProject,
  body: z.output<typeof initBody>,
  context: Context,
): Promise<Registered> {
  await refuseErased(project.id, { instance: body.install_instance_id });
  const id = newId(context.now);
  const key = addressKey(context.address);
  const country = context.country ?? (await countryOf(context.address, key));
  const { install_instance_id: instance, device_data: sent = {} } = body;
  const device = await storableDeviceData(project, instance, sent, {
    now: context.now,
    country,
    address: context.address,
  });
  const isNew = await batch.add({
    project_id: project.id,
    id,
    at: context.now,
    instance,
    app_version: body.app_version ?? null,
    install_version: await countedVersion(project.id, body.app_version ?? null, context.now),
    package_version: body.package_version ?? null,
    country,
    address_key: key,
    address_list: await addressListOf(context.address, performance.now()),
    block_entry_id: await blockEntryOf(project.id, context.address, performance.now()),
    link: body.link ?? null,
    debug: body.debug ?? false,
    ...readDevice(body.platform, device, context.userAgent),
  });
  return { processingId: id, isNew };
}
