/** The entries that make an app claim the links of hosts. */

/** Both files are XML. Host names contain no characters that need escaping. */
export function entitlements(hosts: readonly string[]): string {
  return [
    "<key>com.apple.developer.associated-domains</key>",
    "<array>",
    ...hosts.map((host) => `    <string>applinks:${host}</string>`),
    "</array>",
  ].join("\n");
}

export const associatedDomains = (hosts: readonly string[]) =>
  hosts.map((host) => `applinks:${host}`).join("\n");

/** Development builds query the host itself, so that changes do not wait for Apple's cache. */
export const developmentDomains = (hosts: readonly string[]) =>
  hosts.map((host) => `applinks:${host}?mode=developer`).join("\n");

export function intentFilter(hosts: readonly string[]): string {
  return [
    '<intent-filter android:autoVerify="true">',
    '    <action android:name="android.intent.action.VIEW" />',
    '    <category android:name="android.intent.category.DEFAULT" />',
    '    <category android:name="android.intent.category.BROWSABLE" />',
    '    <data android:scheme="https" />',
    ...hosts.map((host) => `    <data android:host="${host}" />`),
    "</intent-filter>",
  ].join("\n");
}

export const verifyCommands = (packageName: string) =>
  [
    `adb shell pm verify-app-links --re-verify ${packageName}`,
    `adb shell pm get-app-links ${packageName}`,
  ].join("\n");
