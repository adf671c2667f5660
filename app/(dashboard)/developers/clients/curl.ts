import type { ClientTarget } from "./client";

const device = { install_instance_id: "my-test-phone", platform: "ANDROID" };

const calls: { title: string; name: string; body: object }[] = [
  {
    title: "The app was opened. The first time, that is the install.",
    name: "init",
    body: { ...device, app_version: "1.0.0", device_data: { device_name: "Test phone" } },
  },
  {
    title: "A user signed up or in.",
    name: "trigger",
    body: { ...device, user_data: { id: "user-42", name: "Ada" } },
  },
  {
    title: "Something happened.",
    name: "capture-event",
    body: { ...device, event_name: "trail_finished", event_data: { km: 12.4 }, event_id: "my-event-1" },
  },
  {
    title: "Something was paid.",
    name: "capture-payment",
    body: { ...device, payment_id: "order-1001", amount: 9.99, type: "FIRST_PAYMENT" },
  },
  {
    title: "Another payment,",
    name: "capture-payment",
    body: { ...device, payment_id: "order-1002", amount: 4.99 },
  },
  {
    title: "and paid back.",
    name: "remove-captured-payment",
    body: { ...device, payment_id: "order-1002" },
  },
  { title: "Where did this install come from?", name: "attribution-data", body: device },
];

export const curlClient = ({ server, token }: ClientTarget) =>
  calls
    .map(({ title, name, body }) => {
      const fields = Object.entries({ token, ...body }).map(
        ([key, value]) => `    ${JSON.stringify(key)}: ${quoted(JSON.stringify(value))}`,
      );
      return [
        `# ${title}`,
        `curl -sS -w '\\n' --retry 4 ${server}/api/client/${name} \\`,
        "  -H 'content-type: application/json' \\",
        `  -d '{\n${fields.join(",\n")}\n  }'\n`,
      ].join("\n");
    })
    .join("\n");

/** Escapes text for single quotes in a shell. */
const quoted = (text: string) => text.replaceAll("'", "'\\''");
