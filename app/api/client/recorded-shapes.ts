/** What the clients in the field send, call by call, by the fields they are known to send. For tests. */

export type Recorded = { name: string; body: Record<string, unknown> };
export type Client = {
  name: string;
  platform: "ANDROID" | "IOS";
  /** Form of the id that the client makes for an install. */
  newInstance: () => string;
  /** How the client decides that a call went well: by the status of HTTP, or by `status` in the body. */
  judges: "http" | "body";
  calls: (known: { instance: string; user: string; referrer: string }) => Recorded[];
};

const letters = (length: number) =>
  Array.from(
    { length },
    () => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"[Math.floor(Math.random() * 62)],
  ).join("");

const androidDevice = (referrer: Record<string, unknown>) => ({
  application_name: "Trailhead",
  app_version: "4.2.0",
  version: "4.2.0",
  build_number: 412,
  bundle_id: "com.example.trailhead",
  device_id: letters(16).toLowerCase(),
  device_name: "GOOGLE Pixel 8",
  manufacturer: "Google",
  brand: "google",
  system_version: "14",
  connectivity: "Wi-Fi",
  user_agent: "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Mobile Safari/537.36",
  carrier: ["Example Mobile"],
  idfa: "",
  idfv: "",
  gaid: crypto.randomUUID(),
  appsetid: crypto.randomUUID(),
  appsetid_scope: 1,
  device_ip: "192.168.1.7",
  ...referrer,
});

const playReferrer = (referrer: string, at: number) => ({
  install_ref: referrer,
  install_ref_url: referrer,
  install_ref_hashCode: 123_456_789,
  install_ref_install_version: "4.2.0",
  install_ref_installBeginTimestampSeconds: at,
  install_ref_referrerClickTimestampSeconds: at - 40,
  installBeginTimestampServerSeconds: 0,
  referrerClickTimestampServerSeconds: 0,
  install_ref_googlePlayInstantParam: false,
  meta_install_ref: null,
});

const iosDevice = (instance: string) => ({
  device: "iPhone15,2",
  device_name: "iPhone",
  device_model: "iPhone 14 Pro",
  system_version: "17.5.1",
  brand: "Apple",
  manufacturer: "Apple",
  bundle_id: "com.example.trailhead",
  version: "4.2.0",
  build_number: "412",
  connectivity: "wifi",
  device_display: { width: 393, height: 852, scale: 3 },
  install_instance_id: instance,
  user_agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148",
  idfa: "00000000-0000-0000-0000-000000000000",
  idfv: crypto.randomUUID().toUpperCase(),
  adservices_attribution_token: "",
  locale: "de_DE",
  language: "de",
  country: "DE",
  timezone: "Europe/Berlin",
  timezone_offset: 120,
  odm_info: null,
  first_open_timestamp: 1_760_000_000,
  att_status: "denied",
  consent: { isEEA: true, hasConsentForDataUsage: false, hasConsentForAdsPersonalization: false },
});

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

/** The order of a first session; what comes back is a purchase more than one that was returned. */
function session(
  base: Record<string, unknown>,
  device: Record<string, unknown>,
  user: string,
  /** What a client leaves out of the calls after the first. */
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

export const clients: Client[] = [
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
  {
    name: "React Native on Android",
    platform: "ANDROID",
    newInstance: () => letters(20),
    judges: "body",
    calls: ({ instance, user, referrer }) =>
      session(
        { install_instance_id: instance, platform: "REACT_NATIVE" },
        androidDevice({
          install_ref: referrer,
          android_id: letters(16).toLowerCase(),
          api_level: 34,
          base_os: "",
        }),
        user,
        { platform: undefined },
      ),
  },
  {
    name: "Expo on iOS",
    platform: "IOS",
    newInstance: () => letters(20),
    judges: "body",
    calls: ({ instance, user }) =>
      session(
        { install_instance_id: instance, platform: "EXPO" },
        { ...iosDevice(instance), install_ref: null },
        user,
        { platform: undefined },
      ),
  },
  {
    name: "Flutter on Android",
    platform: "ANDROID",
    newInstance: () => letters(20),
    judges: "http",
    calls: ({ instance, user, referrer }) =>
      session(
        { install_instance_id: instance, platform: "FLUTTER" },
        androidDevice({ install_ref_url: referrer, device_type: "Handset", api_level: 34 }),
        user,
      ),
  },
];
