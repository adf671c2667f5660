/** Sends conversions to Google Ads with the Data Manager API. One invalid record rejects the whole request. */
import { z } from "zod";
import { clearableText, requiredLine } from "@/lib/base/fields";
import { actionIdField, actionIdOf, defaultAction } from "@/lib/outbound/kinds/action-id";
import { defineNetwork } from "@/lib/outbound/kinds/define-network";
import { googleIdsOf } from "@/lib/outbound/kinds/google-ids";
import { refreshedToken } from "@/lib/outbound/kinds/refresh-token";
import { hashedEmail, hashedPhone } from "@/lib/outbound/mapping/hash";
import {
  type DeliveryVerdict,
  type DestinationConfig,
  type HttpAnswer,
  type OutboundRow,
  type OutgoingRequest,
  type Rendering,
  type RequestOutcome,
  type RequestState,
  verdictOfStatus,
} from "@/lib/outbound/mapping/kind";
import {
  jsonHeaders,
  noIdentifier,
  permittedIdentity,
  refusedVerdict,
  renderedPayload,
  responseBody,
  sentEventName,
  suggestedRule,
  unsupportedHere,
  withoutEmpty,
} from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";
import { readPulledList, readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

const digits = (what: string) => `${what} has digits only.`;
export const googleCustomerForm = /^\d{3}-?\d{3}-?\d{4}$/;
export const noGoogleCustomer = "A customer ID has ten digits, such as 123-456-7890.";

const settings = z.object({
  customer_id: requiredLine("Customer ID", 12).regex(googleCustomerForm, noGoogleCustomer),
  login_customer_id: clearableText("Manager account ID", 12)
    .refine((id) => id === null || googleCustomerForm.test(id), noGoogleCustomer)
    .optional(),
  client_id: tokenField("OAuth client ID"),
  conversion_action: requiredLine("Conversion action", 20).regex(
    /^\d+$/,
    digits("The ID of a conversion action"),
  ),
});
const secrets = z.object({
  client_secret: tokenField("OAuth client secret"),
  refresh_token: tokenField("Refresh token"),
});
type Settings = z.output<typeof settings>;
type Secrets = z.output<typeof secrets>;

const sends = actionIdField("Conversion action");

const consentOf = (isGranted: boolean) => (isGranted ? "CONSENT_GRANTED" : "CONSENT_DENIED");

function render({ fact, rule, value, settings }: Rendering<Settings>) {
  const name = sentEventName({ rule, fact });
  if (!sends.form.test(name)) return unsupportedHere(sends.wrong);
  const { gclid, gbraid, wbraid } = googleIdsOf(fact);
  // One click ID is enough; several would contradict each other.
  const click = gclid ? { gclid } : gbraid ? { gbraid } : wbraid ? { wbraid } : null;
  const person = permittedIdentity(fact);
  const email = hashedEmail(person.email, "google");
  const phone = hashedPhone(person.phone, "e164");
  if (click === null && email === null && phone === null)
    return noIdentifier("There is no Google click, email address or phone number.");
  const isRefund = fact.kind === "refund";
  // Google has no transaction for a refund that was recorded as a separate payment.
  if (isRefund && fact.payment?.isRemoved !== true)
    return unsupportedHere("Google cancels a conversion by its payment ID, which this refund doesn't have.");
  const isReversal = fact.kind === "reversal";
  if (isReversal && value === null)
    return unsupportedHere(
      "Google cancels only a conversion's value, and this one was sent without a value.",
    );
  const amount = isRefund || isReversal ? 0 : value?.amount;
  const payload = withoutEmpty({
    destinationReferences: [actionIdOf(name, settings.conversion_action)],
    // Sending the same transaction again replaces its value, which cancels or restores it.
    transactionId: isRefund ? fact.uid.replace(/^refund:/, "payment:") : fact.uid,
    eventTimestamp: fact.at.toISOString(),
    adIdentifiers: click,
    userData: withoutEmpty({
      userIdentifiers: [
        ...(email === null ? [] : [{ emailAddress: email }]),
        ...(phone === null ? [] : [{ phoneNumber: phone }]),
      ],
    }),
    conversionValue: amount,
    currency: amount === undefined ? null : (value?.currency ?? fact.money?.currency),
    eventSource: "APP",
    consent: {
      adUserData: consentOf(fact.permissions.adUserData),
      adPersonalization: consentOf(fact.permissions.adPersonalization),
    },
  });
  const [first] = Object.values(click ?? {});
  return renderedPayload(payload, [
    { of: "click_id", is: first ?? null },
    { of: "email", is: email, hashedAt: "userData.userIdentifiers.0.emailAddress" },
    { of: "phone", is: phone, hashedAt: `userData.userIdentifiers.${email === null ? 0 : 1}.phoneNumber` },
  ]);
}

export const googleAccountOf = (id: string) => ({
  accountType: "GOOGLE_ADS",
  accountId: id.replaceAll("-", ""),
});

type To = DestinationConfig<Settings, Secrets>;

function requestOf(
  rows: OutboundRow[],
  { settings, base, token }: To,
  validateOnly: boolean,
): OutgoingRequest {
  const actions = new Set(
    rows.flatMap(({ payload }) => readPulledList(payload.destinationReferences).map(readPulledText)),
  );
  const login = settings.login_customer_id;
  return {
    method: "POST",
    url: `${base}/v1/events:ingest`,
    headers: { ...jsonHeaders, authorization: `Bearer ${token}` },
    body: JSON.stringify({
      destinations: [...actions].map((action) => ({
        reference: action,
        operatingAccount: googleAccountOf(settings.customer_id),
        ...(login ? { loginAccount: googleAccountOf(login) } : {}),
        productDestinationId: action,
      })),
      events: rows.map(({ payload }) => payload),
      encoding: "HEX",
      validateOnly,
    }),
  };
}

/** The sample for a test if there is no event yet. Google does not store it. */
const sample = (action: string, now: Date) => ({
  destinationReferences: [action],
  transactionId: "test",
  eventTimestamp: now.toISOString(),
  adIdentifiers: { gclid: "test" },
  eventSource: "APP",
});

function read(answer: HttpAnswer, rows: number): DeliveryVerdict {
  const body = responseBody(answer);
  const error = readPulledObject(body.error);
  const plain = verdictOfStatus(answer);
  if (plain.is === "sent") {
    const request = readPulledText(body.requestId);
    return request ? { is: "sent", code: request, request } : plain;
  }
  const details = readPulledList(error.details).map(readPulledObject);
  const reason = readPulledText(details.find(({ reason }) => typeof reason === "string")?.reason);
  const violation = details.flatMap(({ fieldViolations }) =>
    readPulledList(fieldViolations).map(readPulledObject),
  )[0];
  const code = reason || readPulledText(error.status) || plain.code;
  const message = readPulledText(violation?.description) || readPulledText(error.message);
  const where = readPulledText(violation?.field);
  const why = message ? `${message}${where ? ` (${where})` : ""}` : plain.why;
  if (plain.is === "retry") return { ...plain, code, why };
  if (plain.is === "pause" || reason.startsWith("DESTINATION_ACCOUNT_")) return { is: "pause", code, why };
  return answer.status === 400 ? refusedVerdict(rows, code, why) : { is: "dead", code, why };
}

const states: Record<string, RequestState> = {
  SUCCESS: "accepted",
  PARTIAL_SUCCESS: "partly_refused",
  FAILED: "refused",
  // The guide uses this name, the reference FAILED.
  FAILURE: "refused",
};

/** Google writes large numbers as text. */
const countIn = (value: unknown) =>
  /^\d{1,15}$/.test(readPulledText(value)) ? Number(readPulledText(value)) : null;

/** For each conversion action or list in the request. Every other status means that it is still in progress. */
function readStatuses(answer: HttpAnswer): RequestOutcome[] | DeliveryVerdict {
  const plain = verdictOfStatus(answer);
  if (plain.is !== "sent") return plain;
  return readPulledList(responseBody(answer).requestStatusPerDestination)
    .map(readPulledObject)
    .map(({ destination, requestStatus, eventsIngestionStatus, errorInfo, ...of }) => {
      const members = readPulledObject(of.audienceMembersIngestionStatus ?? of.audienceMembersRemovalStatus);
      // Members are counted by the kind of their IDs; a request has one.
      const counted = [eventsIngestionStatus, ...Object.values(members)].map(readPulledObject);
      const records = countIn(counted.find(({ recordCount }) => recordCount !== undefined)?.recordCount);
      return {
        part: readPulledText(readPulledObject(destination).productDestinationId),
        state: states[readPulledText(requestStatus)] ?? "pending",
        records,
        errors: readPulledList(readPulledObject(errorInfo).errorCounts)
          .map(readPulledObject)
          .map(({ reason, recordCount }) => ({
            reason: readPulledText(reason).replace(/^PROCESSING_ERROR_(REASON_)?/, ""),
            count: countIn(recordCount) ?? 0,
          })),
      };
    });
}

export const google = defineNetwork<Settings, Secrets>({
  code: "google",
  label: "Google Ads",
  about: "Uploads conversions to Google Ads by click ID, email address and phone number.",
  network: "GOOGLE",
  base: "https://datamanager.googleapis.com",
  settings,
  secrets,
  fields: [
    {
      name: "customer_id",
      label: "Customer ID",
      hint: "At the top right of Google Ads, such as 123-456-7890.",
    },
    {
      name: "login_customer_id",
      label: "Manager account ID",
      hint: "If you reach the account through a manager account.",
      optional: true,
    },
    {
      name: "conversion_action",
      label: "Conversion action for purchases",
      hint: "In Google Ads under Goals, open a conversion action of the kind Import: its ID is ctId in the page's address.",
    },
    { name: "client_id", label: "OAuth client ID", hint: "In the Google Cloud console under Credentials." },
    { name: "client_secret", label: "OAuth client secret", secret: true },
    {
      name: "refresh_token",
      label: "Refresh token",
      hint: "With the scope https://www.googleapis.com/auth/datamanager, from a user of the account.",
      secret: true,
    },
  ],
  acceptsRefunds: true,
  corrections: {
    keepsId: true,
    applies: (_, rules) => rules.some(({ only_own }) => only_own),
    describe: (applies) =>
      applies
        ? "When the install is no longer attributed to Google, Cairn sends a value of 0. Google can't remove the conversion from its count."
        : "The mapping sends conversions of all sources, so there is nothing to cancel.",
  },
  suggested: [suggestedRule("payment", defaultAction), suggestedRule("refund", defaultAction)],
  knownEvents: [],
  sends,
  conversionOf: (name, settings) => actionIdOf(name, settings.conversion_action),
  maxRows: 2_000,
  maxAgeDays: 90,
  render,
  request: (rows, destination) => requestOf(rows, destination, false),
  check: (rows, destination, now) => {
    const message = rows.map((row) => ({
      ...row,
      payload: row.payload.transactionId ? row.payload : sample(destination.settings.conversion_action, now),
    }));
    return requestOf(message, destination, true);
  },
  read,
  afterwards: {
    partOf: ({ destinationReferences }) => readPulledText(readPulledList(destinationReferences)[0]),
    request: (id, { base, token }) => ({
      method: "GET",
      url: `${base}/v1/requestStatus:retrieve?requestId=${encodeURIComponent(id)}`,
      headers: { accept: "application/json", authorization: `Bearer ${token}` },
      body: null,
    }),
    read: readStatuses,
  },
  token: refreshedToken("Google", "https://oauth2.googleapis.com/token"),
});
