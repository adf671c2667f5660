import { newId } from "@/lib/base/ids";
import { storeCalls, storeWatch } from "@/lib/facts/debug/queries";
import { captureEvent } from "@/lib/facts/events/capture";
import { storeInstall } from "@/lib/facts/installs/register";
import { identify } from "@/lib/facts/users/identify";
import type { AProject } from "@/testing/factories";

const instance = "0b0f6e4c-1d1c-4d43-b1e1-2a6f0c9d7b11";
const minute = 60_000;

/** Members watch a device for an hour. The demo's device is watched longer, so that it can still be seen days later. */
const watchedMs = 30 * 24 * 60 * minute;

const envelope = (status: number, msg: string, data: object) => ({ msg, status, data });

/** A developer's phone, marked as a test device, with its calls: one was wrong, and one came too early. */
export async function watchDevice(app: AProject, device: string, now: Date) {
  const { project } = app;
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minute);
  const from = { install_instance_id: instance, platform: "ANDROID" as const };
  const init = {
    ...from,
    app_version: "3.3.0-beta",
    device_data: { brand: "Google", device_name: "Pixel 8", system_version: "15" },
  };
  const user = { ...from, user_data: { id: "qa-1", name: "QA" } };
  const event = { ...from, event_name: "gear_ordered", event_data: { amount: 12.5 } };
  const { processingId } = await storeInstall(
    project,
    { token: "", ...init, device_data: { ...init.device_data, gaid: device } },
    { userAgent: null, address: "198.51.100.77", country: "DE", now: ago(9) },
  );
  await identify(project, { token: "", ...user }, { userAgent: null, now: ago(7) });
  await captureEvent(project, { token: "", ...event }, { userAgent: null, now: ago(5) });

  const early = "The user is not identified yet; call trigger first. The event was not stored.";
  const received = "Event capture request received!";
  const accepted = "Install event accepted for processing";
  const shown = { ...init.device_data, gaid: `(${device.length} characters)` };
  const calls = [
    {
      minutes: 9,
      path: "init",
      status: 202,
      took_ms: 14,
      sent: { ...init, device_data: shown },
      answer: { processing_id: processingId, status: "accepted", message: accepted, success: true },
    },
    {
      minutes: 8,
      path: "capture-event",
      status: 200,
      took_ms: 6,
      sent: event,
      answer: envelope(200, received, { message: early }),
    },
    {
      minutes: 7,
      path: "trigger",
      status: 200,
      took_ms: 11,
      sent: user,
      answer: envelope(200, "Trigger processed successfully", { deeplink: "", trigger: true }),
    },
    {
      minutes: 6,
      path: "capture-event",
      status: 400,
      took_ms: 2,
      sent: { ...from, event_data: event.event_data },
      answer: envelope(400, "event_name is required!", {}),
    },
    {
      minutes: 5,
      path: "capture-event",
      status: 200,
      took_ms: 8,
      sent: event,
      answer: envelope(200, received, { message: received }),
    },
  ];
  const watch = newId(ago(10));
  await storeWatch(project.id, {
    id: watch,
    code: null,
    scheme: null,
    install_instance_id: instance,
    created_by: "lena@cairn.example",
    expires_at: new Date(now.getTime() + watchedMs),
  });
  await storeCalls(
    calls.map(({ minutes, ...call }) => {
      const at = ago(minutes);
      return { ...call, project_id: project.id, id: newId(at), watch_id: watch, at };
    }),
  );
}
