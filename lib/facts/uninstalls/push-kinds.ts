/** Push services that can say whether an app is still there. */
export const pushKinds = ["fcm", "apns"] as const;
export type PushKind = (typeof pushKinds)[number];

/** So many days on end on which its push service says that it is gone, and an app is uninstalled. */
export const uninstalledDays = 3;
