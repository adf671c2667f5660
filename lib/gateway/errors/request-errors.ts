import type { ErrorTexts } from "@/lib/gateway/errors/error-text";

/** Errors that any endpoint can return. */
export const requestErrors = {
  malformed_request: {
    cause: "The `Host` header, the path or the method with its body isn't valid HTTP.",
    fix: "Build the request with an HTTP library, and encode path values.",
  },
  invalid_json: { cause: "The body isn't valid JSON in UTF-8.", fix: "Send the output of a JSON encoder." },
  body_not_object: {
    cause: "The body, or a call in a batch, is JSON but not an object.",
    fix: "Send `{…}` with the documented fields.",
  },
  body_too_complex: {
    cause: "The body has more than 32 levels or 10,000 values.",
    fix: "Send less data, or split it into several calls.",
  },
  invalid_text: {
    cause: "A text contains U+0000 or half of a surrogate pair.",
    fix: "Remove such characters, and cut texts between characters.",
  },
  value_not_storable: {
    cause: "The database rejected a value.",
    fix: "Check for extreme numbers and dates. Report the request ID if the request looks right.",
  },
  idempotency_key_too_long: {
    cause: "`Idempotency-Key` is longer than 200 characters.",
    fix: "Use a UUID, or the ID of the event or payment.",
  },
  invalid_request: {
    cause: "A field or parameter is missing or isn't valid.",
    fix: "Compare the request with the fields of the operation. `errors`, if present, has the reason per field.",
  },
  parameter_missing: { cause: "A required query parameter is missing.", fix: "Add `display_id`." },
  invalid_page: {
    cause: "`page` isn't a positive integer.",
    fix: "Count pages from 1; `pagination.pages` is the last one.",
  },
  invalid_limit: {
    cause: "`limit` isn't an integer in the operation's range.",
    fix: "Use a smaller `limit`, and read the other pages.",
  },
  not_found: {
    cause: "The path doesn't exist, or the object isn't in your project.",
    fix: "Check the path and the ID.",
  },
  method_not_allowed: {
    cause: "The path doesn't support this method.",
    fix: "Use a method from the `Allow` header.",
  },
  body_too_large: {
    cause: "The body is larger than the limit of the operation.",
    fix: "Send less data, or split it into several calls.",
  },
  address_too_long: {
    cause: "The path is longer than 2 KB, or path and query than 8 KB.",
    fix: "Shorten the query.",
  },
  compressed_body: {
    cause: "The body has a `Content-Encoding`.",
    fix: "Send the body uncompressed.",
  },
  rate_limited: {
    cause: "More calls than the rate limit allows.",
    fix: "Wait for the seconds in `Retry-After`, then send the call again.",
  },
  internal_error: {
    cause: "An unexpected error in Cairn.",
    fix: "Send the call again later. Report `x-request-id` to your operator if it repeats.",
  },
  unavailable: {
    cause: "The database is unavailable or overloaded, or the server is stopping.",
    fix: "Send the same call again after `Retry-After`.",
  },
  starting: { cause: "The dashboard is still starting.", fix: "Try again in a few seconds." },
  disk_full: { cause: "The server's temporary folder is full.", fix: "Free disk space on the server." },
} satisfies ErrorTexts;
