import type { ClientTarget } from "./client";

/** For Capacitor, Ionic and web views. Compiled and run by the test beside it. */
export const typescriptClient = ({ server, token }: ClientTarget) => `// cairn.ts
const server = ${JSON.stringify(server)};
const token = ${JSON.stringify(token)};

/** Preferences of Capacitor, or localStorage of a web view. */
type Storage = {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
};

type App = {
  platform: "ANDROID" | "IOS";
  version: string;
  /** Device data: install_ref, gaid, idfa, idfv, device_name, system_version, language. */
  device?: Record<string, unknown>;
};

type User = { id: string; name?: string; email?: string; phone?: string };

type Payment = {
  /** From the store or your server: repeats of the same ID count once. */
  id: string;
  amount: number;
  /** ISO 4217, such as EUR (default: the project's currency). */
  currency?: string;
  type?: string;
  data?: Record<string, unknown>;
};

type Call = { name: string; body: Record<string, unknown> };

const newId = () =>
  globalThis.crypto?.randomUUID?.() ??
  "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () => Math.floor(Math.random() * 16).toString(16));

/** Calls are stored on the device until the server has them, and sent in order. */
export function connect(storage: Storage, app: App) {
  let install = "";
  let calls: Call[] = [];
  let sending = false;

  const ready = (async () => {
    install = (await storage.getItem("cairn.install")) ?? newId();
    await storage.setItem("cairn.install", install);
    calls = JSON.parse((await storage.getItem("cairn.calls")) ?? "[]");
    void send();
  })();

  const keep = async () => storage.setItem("cairn.calls", JSON.stringify(calls));

  async function add(name: string, body: Record<string, unknown>) {
    await ready;
    if (calls.length >= 1000) return; // offline for very long
    calls.push({ name, body: { token, install_instance_id: install, platform: app.platform, ...body } });
    await keep();
    void send();
  }

  async function send() {
    if (sending) return;
    sending = true;
    for (let seconds = 1; calls[0]; ) {
      if (await post(calls[0])) {
        calls.shift();
        await keep();
        seconds = 1;
      } else {
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        seconds = Math.min(seconds * 2, 60);
      }
    }
    sending = false;
  }

  /** False: retry later. A rejected call is dropped, because it would be rejected again. */
  async function post({ name, body }: Call) {
    try {
      const answer = await fetch(\`\${server}/api/client/\${name}\`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (answer.status === 429 || answer.status >= 500) return false;
      if (!answer.ok) console.warn(\`Cairn refused \${name}: \${await answer.text()}\`);
      return true;
    } catch {
      return false;
    }
  }

  return {
    /** At each app start, with the link that opened the app. */
    start: (link?: string) =>
      add("init", { app_version: app.version, device_data: app.device ?? {}, link }),

    /** After each sign-up and sign-in. Before it, events and payments have no user and are not stored. */
    identify: (user: User) =>
      add("trigger", { user_data: user, data: { device_data: app.device ?? {} } }),

    event: (name: string, data: Record<string, unknown> = {}) =>
      add("capture-event", { event_name: name, event_data: data, event_id: newId() }),

    payment: ({ id, amount, currency, type, data }: Payment) =>
      add("capture-payment", { payment_id: id, amount, currency, type, event_data: data }),

    removePayment: (id: string) => add("remove-captured-payment", { payment_id: id }),
  };
}
`;

export const typescriptUse = () => `import { App } from "@capacitor/app";
import { Capacitor } from "@capacitor/core";
import { Preferences } from "@capacitor/preferences";
import { connect } from "./cairn";

// iOS may clear a web view's localStorage, but not Preferences.
const storage = {
  getItem: async (key: string) => (await Preferences.get({ key })).value,
  setItem: (key: string, value: string) => Preferences.set({ key, value }),
};

const cairn = connect(storage, {
  platform: Capacitor.getPlatform() === "ios" ? "IOS" : "ANDROID",
  version: (await App.getInfo()).version,
});

const launch = await App.getLaunchUrl();
await cairn.start(launch?.url);
await cairn.identify({ id: "user-42", name: "Ada" });
await cairn.event("trail_finished", { km: 12.4 });
await cairn.payment({ id: "order-1001", amount: 9.99, currency: "EUR", type: "FIRST_PAYMENT" });
await cairn.removePayment("order-1001"); // refunded
`;
