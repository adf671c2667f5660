import type { ErrorTexts } from "@/lib/gateway/errors/error-text";

/** Errors of apps, servers and reports. */
export const dataErrors = {
  identity_missing: {
    cause: "None of the fields that identify the user, device or payment is present.",
    fix: "Send one of the fields in the message.",
  },
  person_erased: {
    cause: "This person was erased at their request.",
    fix: "Don't send data about them again.",
  },
  user_not_identified: {
    cause: "Cairn doesn't know this user, so the event or payment was discarded.",
    fix: "Call `trigger` in the app first.",
  },
  install_not_found: {
    cause: "No install has this user or device.",
    fix: "Check the ID; apps call `init` first.",
  },
  payment_not_found: {
    cause: "The user has no payment with this `payment_id`, or no payments at all.",
    fix: "Check the ID. The payment may already have been removed.",
  },
  notification_address_unknown: {
    cause: "The address for notifications about purchases doesn't exist, or was replaced.",
    fix: "Create an address under Purchases, and enter it at the store or service.",
  },
  notification_token_invalid: {
    cause:
      "The project requires the token of Google's push subscription. It is missing or expired, or has another audience or service account.",
    fix: "In Pub/Sub, enable authentication for the push subscription, with the audience and service account under Purchases.",
  },
  invalid_link: { cause: "`deeplink_url` isn't a URL.", fix: "Send the complete link that opened the app." },
  batch_call_invalid: {
    cause: "A call in a batch isn't an object, or has no `path`.",
    fix: "Send `{path, body}` for each call.",
  },
  batch_path_unknown: {
    cause: "A call in a batch has an unknown `path`.",
    fix: "Use the last segment of a client path, such as `capture-event`.",
  },
  campaign_not_found: {
    cause: "The project has no campaign with this display ID.",
    fix: "List the campaigns for their display IDs.",
  },
  campaign_link_unknown: {
    cause: "`link` isn't a link to a campaign of the project.",
    fix: "Use `link` or `shareable_link` of a campaign.",
  },
  display_id_missing: {
    cause: "The path has no display ID.",
    fix: "Add it: `/api/v1/campaigns/{display_id}`.",
  },
  display_id_taken: {
    cause: "Another campaign of the account has this display ID.",
    fix: "Choose another one, or leave it out.",
  },
  domain_unknown: { cause: "The domain isn't one of the project's.", fix: "Add it under Domains." },
  channel_unknown: {
    cause: "No ad network and no affiliate has this name.",
    fix: "Use a network code, or an affiliate's name with underscores.",
  },
  store_listing_unknown: {
    cause: "A store listing isn't in the project.",
    fix: "Copy the IDs from Store listings.",
  },
  store_listing_duplicate: {
    cause: "Two store listings have the same platform.",
    fix: "Send at most one for iOS and one for Android.",
  },
  timezone_invalid: {
    cause: "`timezone` isn't an IANA time zone.",
    fix: "Use a name such as `Asia/Kolkata`.",
  },
  timestamp_invalid: {
    cause: "A timestamp isn't valid, or the date doesn't exist.",
    fix: "Use `2026-06-01T00:00:00.000`.",
  },
  exchange_rate_missing: {
    cause: "There's no exchange rate from the currency to the project's for that day.",
    fix: "Add a rate of that day or earlier.",
  },
  exchange_rate_in_use: {
    cause: "Stored amounts need this exchange rate.",
    fix: "Add an earlier rate first.",
  },
  upload_in_progress: {
    cause: "Another upload of spend is being stored.",
    fix: "Send it again after `Retry-After`.",
  },
  report_too_large: {
    cause: "The report would have too many rows or days.",
    fix: "Choose fewer days or dimensions.",
  },
  query_failed: {
    cause: "The database rejected the query, or stopped it. The message has the database's own words.",
    fix: "Correct the query, or make it read less.",
  },
  query_expensive: {
    cause: "The database expects the query to read very many rows.",
    fix: "Choose fewer days, or send `confirmed: true`.",
  },
} satisfies ErrorTexts;
