import { type ConsentState, consentStates } from "@/lib/outbound/privacy/labels";
import { differenceText, privacyMatrix, sharedText } from "@/lib/outbound/privacy/matrix";
import { listBlock, type ReferencePage, tableBlock, textBlocks } from "@/lib/reference/content/blocks";

const states = Object.entries(consentStates).slice(1) as [ConsentState, string][];

/** Consent strings and opt-outs. */
export const consentPage = (): ReferencePage => ({
  path: "/docs/consent",
  title: "Consent",
  chapter: "Basics",
  lead: "Apps, servers and websites report users' consent. It decides the data that Cairn stores, and the data that each destination receives.",
  keywords: "gdpr tcf gpp ccpa cpra usnat privacy att opt-out limited data use iab cmp",
  sections: [
    {
      id: "report-consent",
      title: "Report consent",
      blocks: textBlocks(
        "Apps call [`set-consent`](/docs/apps/users), or send the same fields in `device_data`. Servers call [`/api/v1/consent`](/docs/servers/consent). Each answer applies until you send another. Settings → Privacy has your defaults for users without an answer. [Data by consent](/docs/consent-data) lists the data that each destination receives.",
      ),
    },
    {
      id: "tc-strings",
      title: "TC strings (TCF 2)",
      blocks: [
        ...textBlocks(
          "Send the TC string of your consent platform as `tc_string`. In `device_data`, Cairn also reads `IABTCF_TCString` and `IABTCF_gdprApplies`. The string sets these answers:",
        ),
        tableBlock(
          ["Answer", "Allowed with consent to"],
          [
            { cells: ["`ad_storage`", "purpose 1"] },
            { cells: ["`ad_user_data`", "purposes 1 and 7"] },
            { cells: ["`ad_personalization`", "purposes 3 and 4"] },
            { cells: ["`eea`", "true, unless you send another value"] },
          ],
        ),
        listBlock(
          "Legitimate interest is not consent.",
          "If the publisher's country does not require purpose 1 (`PurposeOneTreatment`), it is not checked.",
          "Google, LinkedIn, Moloco, Mintegral and Amazon are vendors in the string: each also needs its own consent, without a publisher restriction that forbids it purpose 1 or 7. For other networks the purposes decide.",
          "If you send an answer and a string, a refusal in one of them is a refusal.",
        ),
      ],
    },
    {
      id: "us-opt-outs",
      title: "GPP strings and US opt-outs",
      blocks: [
        ...textBlocks(
          "Send the GPP string as `gpp_string`. In `device_data`, Cairn also reads `IABGPP_HDR_GppString`. Older platforms have a US Privacy string: send it as `us_privacy`. Without a consent platform, send `us_opt_out` yourself.",
        ),
        listBlock(
          "`us_opt_out` is true if a US section has an opt-out of sale, sharing, targeted ads or sensitive data, or the Global Privacy Control. The sections 6 to 27 are read; the strictest one counts.",
          "Users who opted out are measured, but not profiled. Meta, Snapchat, TikTok and Reddit receive the event with limited data use, and Google with denied ad personalization. Networks without such a field receive nothing, and affiliates no device IDs.",
          "`is_child` is true if nobody consented for a known child. Then ad networks and analytics services receive nothing. A consent for a child counts as an opt-out.",
          "A TC string in section 2 is read like `tc_string`.",
        ),
      ],
    },
  ],
});

type Rows = typeof privacyMatrix;

/** The data of these receivers with consent to everything, and what each refusal takes away. */
const sectionsOf = (rows: Rows, intro: string): ReferencePage["sections"] => [
  {
    id: "data-by-consent",
    title: "Data sent to each destination",
    blocks: [
      ...textBlocks(intro),
      tableBlock(
        ["Destination", "Fields"],
        rows.map((row) => ({ id: `shared-${row.code}`, cells: [row.label, sharedText(row)] })),
      ),
    ],
  },
  ...states.map(([state, label]) => ({
    id: `consent-${state.replaceAll("_", "-")}`,
    title: label,
    blocks: [
      tableBlock(
        ["Destination", "Compared with consent to everything"],
        rows.map((row) => ({ cells: [row.label, differenceText(row, state)] })),
      ),
    ],
  })),
];

/** The data that leaves with each consent. */
export const consentDataPage = (): ReferencePage => ({
  path: "/docs/consent-data",
  title: "Data by consent",
  chapter: "Basics",
  lead: "The data that each network, affiliate and webhook receives, and what each refusal takes away.",
  keywords: "privacy matrix destinations fields personal data sharing",
  sections: sectionsOf(
    privacyMatrix.filter(({ group }) => group !== "audience"),
    "All fields that a destination can receive with consent to everything. If you choose the fields yourself, as in webhooks and templates, the table has all that are possible. Settings → Privacy has the same table by field. Receivers of audiences have [a page of their own](/docs/consent-audiences).",
  ),
});

export const consentAudiencesPage = (): ReferencePage => ({
  path: "/docs/consent-audiences",
  title: "Audiences by consent",
  chapter: "Basics",
  lead: "The data that each receiver of an audience gets, and what each refusal takes away.",
  keywords: "privacy matrix audiences members custom audience customer match personal data sharing",
  sections: sectionsOf(
    privacyMatrix.filter(({ group }) => group === "audience"),
    "All fields that a receiver can get with consent to everything. [Data by consent](/docs/consent-data) has the other destinations.",
  ),
});
