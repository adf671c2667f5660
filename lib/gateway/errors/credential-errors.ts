import type { ErrorTexts } from "@/lib/gateway/errors/error-text";

/** Errors about the caller's credential, and about the location of the project. */
export const credentialErrors = {
  server_key_missing: {
    cause: "A call to `/api/v1` has no server key.",
    fix: "Send the key in the `service-key` header.",
  },
  server_key_invalid: {
    cause: "The server key is unknown, revoked or expired, or belongs to another instance.",
    fix: "Check the key under Developers, or create a new one.",
  },
  scope_missing: {
    cause: "The server key lacks a permission for this call.",
    fix: "Create a key with this permission under Developers.",
  },
  billing_suspended: {
    cause: "The project's billing account is suspended.",
    fix: "Pay the invoice at `payment_link`.",
  },
  token_missing: { cause: "The body has no `token`.", fix: "Send the project's app token as `token`." },
  token_invalid: {
    cause: "The app token is unknown or was replaced.",
    fix: "Copy the token from Developers.",
  },
  signature_missing: {
    cause: "The project requires signed calls, and this one isn't signed.",
    fix: "Send `Authorization: HMAC` with `x-key-id`, `x-timestamp` and `x-signature`.",
  },
  signature_version_invalid: {
    cause: "The project doesn't accept this version of signatures.",
    fix: "Sign version 2 and send `x-signature-version: 2`.",
  },
  signature_timestamp_invalid: {
    cause: "`x-timestamp` isn't a time in milliseconds.",
    fix: "Send Unix time in milliseconds.",
  },
  signature_key_unknown: {
    cause: "The signing key doesn't exist, expired or was revoked.",
    fix: "Use a current key from Developers.",
  },
  signature_invalid: {
    cause: "The signature doesn't match key, method, path and body.",
    fix: "Sign the exact bytes of the body and the path without query.",
  },
  signature_expired: {
    cause: "`x-timestamp` is more than 5 minutes from the server's time.",
    fix: "Sign each call when you send it, with a correct clock.",
  },
  signature_path_changed: {
    cause: "A version 1 signature was used for a second path.",
    fix: "Sign version 2, which includes the path.",
  },
  site_token_missing: { cause: "A website's call has no site token.", fix: "Add `?token=` to the URL." },
  site_token_invalid: {
    cause: "The site token is unknown or was rotated.",
    fix: "Copy the snippet from Integrate again.",
  },
  origin_not_allowed: {
    cause: "The website isn't one of the project's websites.",
    fix: "Add its address under Integrate.",
  },
  cron_secret_invalid: {
    cause: "`CRON_SECRET` isn't set, or the request has a different secret.",
    fix: "Send `Authorization: Bearer` with the server's `CRON_SECRET`.",
  },
  metrics_token_invalid: {
    cause: "The metrics token is missing or wrong.",
    fix: "Send `Authorization: Bearer` with `METRICS_TOKEN`, or call from the same machine if none is set.",
  },
  project_moving: {
    cause: "The project is being migrated to another server, so it's read-only.",
    fix: "Send the call again after `Retry-After`.",
  },
  project_moved: {
    cause: "The project is now on another server.",
    fix: "Send calls to the address in the message.",
  },
} satisfies ErrorTexts;
