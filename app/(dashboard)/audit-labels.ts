/** What the parts of an action are called: `server-key.rotate` is "Server key rotated". */
export const areas: Record<string, string> = {
  account: "Account",
  affiliate: "Affiliate",
  annotation: "Annotation",
  "app-settings": "App links",
  attribution: "Rules",
  campaign: "Campaign",
  conversions: "Conversion values",
  device: "Device",
  domain: "Domain",
  "exchange-rate": "Exchange rate",
  install: "Install",
  invitation: "Invitation",
  limits: "Limits",
  member: "Member",
  "meta-key": "Meta referrer key",
  "network-account": "Ad account",
  person: "Person",
  project: "Project",
  "report-view": "Saved view",
  retention: "Retention periods",
  "server-key": "Server key",
  session: "Session",
  "share-link": "Share link",
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
  archive: "archived",
  change: "changed",
  "change-role": "role changed",
  check: "checked",
  connect: "connected",
  count: "counted again",
  create: "created",
  deactivate: "deactivated",
  delete: "deleted",
  disconnect: "disconnected",
  edit: "changed",
  enter: "entered by hand",
  erase: "erased",
  export: "exported",
  forget: "forgotten",
  lost: "verified by another project",
  "make-primary": "made primary",
  mend: "mended",
  pull: "pulled",
  recut: "recalculated in another time zone or currency",
  remove: "removed",
  require: "required",
  restore: "restored",
  resume: "resumed",
  retry: "retried",
  revoke: "revoked",
  rotate: "rotated",
  rules: "changed",
  save: "saved",
  set: "set",
  "stop-requiring": "no longer required",
  suspend: "suspended",
  tell: "sent via API",
  test: "marked as a test",
  unarchive: "brought back from the archive",
  upload: "uploaded",
  verify: "verified",
  withdraw: "withdrawn",
};

/** What reads better whole: what members do with themselves, what happens at the door. */
const ownDeeds: Record<string, string> = {
  "member.change-password": "Password changed",
  "member.rename": "Changed their name",
  "member.sign-out-everywhere": "Signed out everywhere",
  "person.export-list": "Exported a list of people",
  "session.begin": "Signed in",
  "session.end": "Session ended",
  "session.end-others": "Signed out all other sessions",
  "session.refuse": "Failed sign-in: wrong password",
  "session.sign-out": "Signed out",
};

/** An action that has no words yet is shown as it is. */
export function actionWords(action: string): string {
  const own = ownDeeds[action];
  if (own) return own;
  const [area = "", deed = ""] = action.split(".");
  const [what, done] = [areas[area], deeds[deed]];
  return what && done ? `${what} ${done}` : action;
}
