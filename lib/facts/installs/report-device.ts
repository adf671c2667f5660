import {
  type DeviceData,
  describeDevice,
  deviceIds,
  evidenceIn,
  platformOfData,
} from "@/lib/facts/app-calls/device";
import { wakeDecider } from "@/lib/facts/app-calls/wake-attribution";
import { type ConsentProject, storableDeviceData } from "@/lib/facts/consent/record";
import { type DeviceReport, storeDeviceReports } from "@/lib/facts/installs/device-queries";
import { Batcher } from "@/lib/platform/batch";

const batch = new Batcher<DeviceReport, boolean>({
  name: "install-data",
  run: storeDeviceReports,
  keyOf: (row) => `${row.project_id} ${row.instance}`,
});

/**
 * Stores the device data of later calls. Known values stay unless others are sent. Evidence is added within a day, and
 * the install is then attributed again.
 */
export async function reportDevice(
  project: ConsentProject,
  sent: {
    install_instance_id?: string | undefined;
    platform?: string | undefined;
    device_data?: DeviceData | undefined;
  },
  context: { userAgent: string | null; now: Date },
): Promise<void> {
  const { install_instance_id: instance, device_data: device } = sent;
  if (!instance || !device || Object.keys(device).length === 0) return;
  const row = {
    project_id: project.id,
    at: context.now,
    instance,
    ...readDevice(
      sent.platform,
      await storableDeviceData(project, instance, device, context),
      context.userAgent,
    ),
  };
  if (await batch.add(row)) wakeDecider(project.id);
}

/** The device data in the form stored with an install. */
export function readDevice(sent: string | undefined, device: DeviceData, userAgent: string | null) {
  const platform = platformOfData(sent, device, userAgent);
  const { osVersion, model, language, userAgent: own } = describeDevice(device);
  return {
    platform,
    os_version: osVersion,
    device_model: model,
    language,
    user_agent: own ?? userAgent?.slice(0, 1024) ?? null,
    device_data: device,
    evidence: evidenceIn(device),
    device_ids: deviceIds(device, platform),
  };
}
