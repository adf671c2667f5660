/** The calls of existing clients, with their known fields. For tests. */

import {
  androidDevice,
  expoDevice,
  flutterDevice,
  iosDevice,
  playReferrer,
  reactNativeDevice,
} from "@/app/api/client/recorded-devices";

export type Recorded = { name: string; body: Record<string, unknown> };
export type RecordedClient = {
  name: string;
  platform: "ANDROID" | "IOS";
  /** Makes an install's ID in the client's format. */
  newInstance: () => string;
  /** How the client recognizes success: by the HTTP status, or by `status` in the body. */
  judges: "http" | "body";
  calls: (known: Known) => Recorded[];
};
type Known = { instance: string; user: string; referrer: string; idfa?: string };

const letters = (length: number) =>
  Array.from(
    { length },
    () => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"[Math.floor(Math.random() * 62)],
  ).join("");

const person = (user: string) => ({
  id: user,
  name: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  email: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
  phone: "",
  user_created_at: "2026-06-14T10:00:00Z",
  is_first_time_user: true,
  mixpanel_distinct_id: "mp-1",
  amplitude_device_id: "",
  posthog_distinct_id: null,
  netcore_device_guid: "nc-1",
  clevertap_id: "ct-1",
});

const seconds = () => Math.floor(Date.now() / 1_000);

/** The calls of a first session in order. One more purchase is made than refunded. */
function session(
  base: Record<string, unknown>,
  device: Record<string, unknown>,
  user: string,
  /** Fields that a client sends in its first call only. */
  quiet: Record<string, unknown> = {},
): Recorded[] {
  const sdk = { package_version: "4.0.1", app_version: "4.2.0", debug: false };
  const since = { time_since_app_install: 12.75 };
  return [
    { name: "init", body: { ...base, ...sdk, device_data: device, link: "", source: "GENERAL" } },
    { name: "attribution-data", body: { ...base, ...sdk, device_data: device } },
    {
      name: "trigger",
      body: { ...base, user_data: person(user), data: { device_data: device }, event: "SIGNUP", ...since },
    },
    { name: "set-user-data", body: { ...base, ...quiet, user_data: person(user), device_data: device } },
    {
      name: "capture-event",
      body: {
        ...base,
        ...quiet,
        event_name: "add_to_cart",
        event_data: { amount: 12.5, sku: "A1" },
        event_id: letters(20),
        device_data: device,
        ...since,
      },
    },
    {
      name: "capture-event",
      body: { ...base, ...quiet, event_name: "add_to_cart", event_data: null, user_id: user },
    },
    {
      name: "capture-payment",
      body: {
        ...base,
        user_id: user,
        payment_id: "order-1",
        amount: 49.9,
        type: "FIRST_PAYMENT",
        status: "PAYMENT_COMPLETED",
        event_data: null,
        data: { device_data: device },
        ...since,
      },
    },
    {
      name: "capture-payment",
      body: { ...base, user_id: user, payment_id: "", amount: 5, data: { device_data: device } },
    },
    {
      name: "capture-payment",
      body: {
        ...base,
        user_id: user,
        payment_id: "order-2",
        amount: 20,
        type: "RECURRING",
        status: "PAYMENT_COMPLETED",
      },
    },
    {
      name: "remove-captured-payment",
      body: { ...base, user_id: "", payment_id: "order-2", data: { device_data: device } },
    },
    { name: "update-push-token", body: { ...base, push_token: `fcm:${letters(40)}` } },
    { name: "integrations", body: { ...base, integration_info: { clevertap_id: "ct-1" } } },
    {
      name: "handle-deeplink",
      body: {
        ...base,
        deeplink_url: "myapp://product/7?x=1",
        device_data: device,
        timestamp: Date.now(),
        meta_install_referrer: null,
      },
    },
  ];
}

export const recordedClients: RecordedClient[] = [
  {
    name: "Android",
    platform: "ANDROID",
    newInstance: () => crypto.randomUUID(),
    judges: "http",
    calls: ({ instance, user, referrer }) =>
      session(
        { install_instance_id: instance, platform: "ANDROID" },
        androidDevice(playReferrer(referrer, seconds())),
        user,
      ),
  },
  {
    name: "iOS",
    platform: "IOS",
    newInstance: () => letters(20),
    judges: "http",
    calls: ({ instance, user }) =>
      session({ install_instance_id: instance, platform: "IOS" }, iosDevice(instance), user),
  },
  framework("React Native", "ANDROID", "body", ({ referrer }) => reactNativeDevice.android(referrer)),
  framework("React Native", "IOS", "body", ({ idfa }) => reactNativeDevice.ios(idfa ?? null)),
  framework("Expo", "ANDROID", "body", ({ referrer }) => expoDevice.android(referrer)),
  framework("Expo", "IOS", "body", () => expoDevice.ios()),
  framework("Flutter", "ANDROID", "http", ({ referrer }) => flutterDevice.android(referrer)),
  framework("Flutter", "IOS", "http", () => flutterDevice.ios()),
];

/** These clients send their own name as the platform. */
function framework(
  name: string,
  platform: RecordedClient["platform"],
  judges: RecordedClient["judges"],
  device: (known: Known) => Record<string, unknown>,
): RecordedClient {
  const called = name.replace(" ", "_").toUpperCase();
  return {
    name: `${name} on ${platform === "IOS" ? "iOS" : "Android"}`,
    platform,
    newInstance: () => letters(20),
    judges,
    calls: (known) =>
      session({ install_instance_id: known.instance, platform: called }, device(known), known.user, {
        platform: undefined,
      }),
  };
}
