/** What the parts of an action are called: `server-key.rotate` is "Server key rotated". */
export const areas: Record<string, string> = {
  account: "Account",
  affiliate: "Affiliate",
  "app-settings": "App links",
  attribution: "Rules",
  campaign: "Campaign",
  conversions: "Conversion values",
  device: "Device",
  domain: "Domain",
  "exchange-rate": "Exchange rate",
  invitation: "Invitation",
  limits: "Limits",
  member: "Member",
  "network-account": "Ad account",
  person: "Person",
  project: "Project",
  "report-view": "Saved view",
  retention: "Retention periods",
  "server-key": "Server key",
  signing: "Signatures",
  "signing-key": "Signing key",
  spend: "Spend",
  "store-listing": "Store listing",
  "test-device": "Test device",
  token: "App token",
};

const deeds: Record<string, string> = {
  accept: "accepted",
  activate: "activated",
  add: "added",
  change: "changed",
  "change-role": "given another role",
  check: "checked",
  connect: "connected",
  create: "created",
  deactivate: "deactivated",
  delete: "deleted",
  disconnect: "disconnected",
  edit: "changed",
  enter: "entered by hand",
  erase: "erased",
  forget: "forgotten",
  "make-primary": "made primary",
  pull: "pulled",
  recut: "counted anew, by another time zone or currency",
  remove: "removed",
  require: "required",
  resume: "resumed",
  revoke: "revoked",
  rotate: "rotated",
  rules: "changed",
  save: "saved",
  set: "set",
  "stop-requiring": "no longer required",
  suspend: "suspended",
  upload: "uploaded",
  withdraw: "withdrawn",
};

/** An action that has no words yet is shown as it is. */
export function actionWords(action: string): string {
  const [area = "", deed = ""] = action.split(".");
  const [what, done] = [areas[area], deeds[deed]];
  return what && done ? `${what} ${done}` : action;
}
