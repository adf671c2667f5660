import { type ErrorCode, statusesOf } from "@/lib/base/error-codes";
import { credentialErrors } from "@/lib/gateway/errors/credential-errors";
import { dashboardErrors } from "@/lib/gateway/errors/dashboard-errors";
import { dataErrors } from "@/lib/gateway/errors/data-errors";
import type { ErrorText, ErrorTexts } from "@/lib/gateway/errors/error-text";
import { requestErrors } from "@/lib/gateway/errors/request-errors";

/** A code without texts does not compile. */
const everyError: Record<ErrorCode, ErrorText> = {
  ...requestErrors,
  ...credentialErrors,
  ...dataErrors,
  ...dashboardErrors,
};

export type DescribedError = ErrorText & { code: ErrorCode; statuses: readonly number[] };

const described = (texts: ErrorTexts): DescribedError[] =>
  (Object.keys(texts) as ErrorCode[]).map((code) => ({
    code,
    statuses: statusesOf(code),
    ...everyError[code],
  }));

/** Every error that a caller can receive, as docs/errors.md and /docs show them. */
export const errorGroups: { title: string; errors: DescribedError[] }[] = [
  { title: "Requests", errors: described(requestErrors) },
  { title: "Credentials", errors: described(credentialErrors) },
  { title: "Data and reports", errors: described(dataErrors) },
  { title: "Dashboard", errors: described(dashboardErrors) },
];

/** The 401 of each group of endpoints; its wording differs, its codes don't. */
export const unauthorizedTexts: { endpoints: string; messages: string }[] = [
  {
    endpoints: "List campaigns, attribution results, reports, events, payments, consent, deliveries",
    messages: "`Unauthorized access.`",
  },
  { endpoints: "Attributed users", messages: "`Authentication failed.`" },
  {
    endpoints: "Create, edit and delete campaigns, spend, exchange rates",
    messages: "`Server key missing!` or `Server key invalid!`",
  },
  {
    endpoints: "`/api/client/attribution-data`",
    messages: "`Invalid token!` Other client endpoints respond to an invalid token with 400.",
  },
];
