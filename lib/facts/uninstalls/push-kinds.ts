/** Push services that report whether an app is still installed. */
export const pushKinds = ["fcm", "apns"] as const;
export type PushKind = (typeof pushKinds)[number];

/** The number of days on which a push service must report a token as unregistered before it counts as uninstalled. */
export const minUnregisteredDays = 3;
