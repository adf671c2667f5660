import type { ErrorTexts } from "@/lib/gateway/errors/error-text";

/** Errors of the dashboard. */
export const dashboardErrors = {
  not_signed_in: { cause: "There's no session, or it ended.", fix: "Sign in." },
  permission_denied: { cause: "Your role doesn't allow this.", fix: "Ask an owner or admin." },
  cross_site_request: {
    cause: "The request comes from another website.",
    fix: "Open the dashboard at the server's own address.",
  },
  wrong_password: { cause: "The password is wrong.", fix: "Enter your current password." },
  too_many_attempts: { cause: "Too many failed sign-ins.", fix: "Wait for `Retry-After`." },
  sign_in_busy: { cause: "Too many sign-ins at the same time.", fix: "Try again in a few seconds." },
  sign_in_failed: {
    cause: "Email or password is wrong, or the sign-in expired.",
    fix: "Sign in again, or ask an owner to reset the password.",
  },
  invitation_ended: {
    cause: "The invitation was used or withdrawn, or it expired.",
    fix: "Ask for a new invitation.",
  },
  setup_link_used: {
    cause: "The setup link was used or replaced.",
    fix: "Restart the server for a new one.",
  },
  share_link_ended: {
    cause: "The shared link expired or was revoked.",
    fix: "Ask its creator for a new link.",
  },
  already_exists: {
    cause: "An entry with this name or ID exists.",
    fix: "Choose another name, or use the existing one.",
  },
  limit_reached: {
    cause: "The project has reached the limit for entries of this kind.",
    fix: "Delete entries that you don't need.",
  },
  in_use: { cause: "Another entry uses this one.", fix: "Change or remove the other entry first." },
  last_owner: { cause: "The account would have no owner.", fix: "Make another member an owner first." },
  changed_meanwhile: {
    cause: "Someone changed this after you opened it.",
    fix: "Reload, review, and save again.",
  },
  already_running: { cause: "The same task is running.", fix: "Wait until it ends." },
  key_ended: { cause: "The key was revoked or rotated, or it expired.", fix: "Use another key." },
  signing_key_required: {
    cause: "Without this signing key, every call would be rejected.",
    fix: "Create another key first, or stop requiring signatures.",
  },
  not_verified: { cause: "The domain isn't verified.", fix: "Set its DNS record and check again." },
  not_connected: {
    cause: "The ad account isn't connected, or its ID or currency is missing.",
    fix: "Complete the account's settings.",
  },
  email_not_configured: {
    cause: "The server has no mail server.",
    fix: "Set `SMTP_URL` and `MAIL_FROM`.",
  },
  wrong_state: {
    cause: "The object's current state doesn't allow this.",
    fix: "Follow the message.",
  },
  settings_outdated: {
    cause: "Stored settings no longer fit the project.",
    fix: "Open the rule or schedule and save it again.",
  },
  data_removed: {
    cause: "The data of this period was deleted under the retention settings.",
    fix: "Start on a later day.",
  },
  file_unreadable: {
    cause: "The file has no rows, or columns that Cairn can't read.",
    fix: "Correct the file as the message says.",
  },
  remote_unavailable: {
    cause: "The store or website of the URL can't be read.",
    fix: "Check the URL, and try again later.",
  },
} satisfies ErrorTexts;
