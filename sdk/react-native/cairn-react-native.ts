import { AppState, Linking, NativeModules } from "react-native";
import { ReactNativeCairn } from "./app";
import type { Native } from "./native";
import { platformOf } from "./platform";

export type { AdRevenue, Payment, PaymentStatus, PaymentType, User } from "../core/calls";
export type { Consent } from "../core/consent";
export type { Attribution } from "../core/decision";
export type { Deeplink } from "../core/deeplinks";
export type { LogLevel, TrackingStatus } from "../core/platform";
export type { Options } from "../core/session";

const native = NativeModules.CairnNative as Native | undefined;
if (!native)
  throw new Error(
    "Cairn's native module is not in this build. Run pod install or npx expo prebuild, and build the app again. Expo Go can't load it.",
  );

/** The only instance of the app, because it owns the queue. */
export const cairn = new ReactNativeCairn(
  platformOf({
    native,
    fetch: (input, init) => fetch(input, init),
    onForeground: (callback) =>
      void AppState.addEventListener("change", (state) => {
        if (state === "active") callback();
      }),
  }),
  native.getConstants().platform === "IOS" ? async () => (await native.pasted?.()) ?? null : null,
).listenTo(Linking);
