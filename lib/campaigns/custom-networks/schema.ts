import { z } from "zod";
import { clearableText, noChangesText, requireChange, requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { rejectValue } from "@/lib/base/params";
import { customCodeOf, networks } from "@/lib/campaigns/networks";

const nameText = t(
  "A name has 2 to 40 letters, digits, spaces and . + & -, and begins and ends with a letter or a digit.",
);
export const builtInNetworkText = t("This is the name of a built-in network. Choose it in the campaign.");

const parameterForm = /^[A-Za-z0-9_.~-]{1,64}$/;
const parameterText = t("A parameter name has 1 to 64 letters, digits and . _ ~ -.");

/** Parameters with another meaning in links. */
const reserved = ["c", "referrer"];
const isReserved = (name: string) =>
  reserved.includes(name) || name.startsWith("cairn_") || name.startsWith("utm_");

const parameter = (what: string) =>
  clearableText(what, 64)
    .refine((name) => name === null || parameterForm.test(name), { error: parameterText })
    .refine((name) => name === null || !isReserved(name.toLowerCase()), {
      error: t("{what} can't be a parameter that Cairn or utm_ uses.", { what }),
    })
    .optional();

const builtIn = new Set(networks.flatMap(({ clickIds }) => clickIds));

const linkParameters = clearableText("Link parameters", 2_000)
  .superRefine((query, context) => {
    const complaint = query === null ? null : complaintAbout(query);
    if (complaint !== null) context.addIssue({ code: "custom", message: complaint });
  })
  .optional();

function complaintAbout(query: string): string | null {
  if (/[\s#?]/.test(query))
    return t("Write link parameters as name=value&name=value, without spaces, ? and #.");
  const names = query.split("&").map((pair) => pair.split("=", 1)[0] ?? "");
  if (names.some((name, at) => !parameterForm.test(name) || !query.split("&")[at]?.includes("=")))
    return t("Write link parameters as name=value&name=value.");
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return t("{twice} is there twice.", { twice });
  const taken = names.find((name) => ["c"].includes(name) || name.startsWith("cairn_"));
  return taken === undefined ? null : t("Remove {taken}: the link has it already.", { taken });
}

const fields = {
  click_parameter: parameter("The click ID parameter")
    .refine((name) => !name || !builtIn.has(name.toLowerCase()), {
      error: "A built-in network uses this click ID parameter.",
    })
    .meta({
      description: "The link parameter in which the network sends its click ID.",
      example: "acme_click",
    }),
  publisher_parameter: parameter("The publisher parameter").meta({
    description: "The link parameter in which the network sends the site or app that showed the ad.",
  }),
  link_parameters: linkParameters.meta({
    description: "The parameters to append to links in the network's dashboard, with the network's macros.",
    example: "acme_click={click_id}&site={site_id}",
  }),
};

export const networkInput = z.object({
  name: requiredLine("Name")
    .transform((name, context) => customCodeOf(name) ?? rejectValue(context, nameText))
    .meta({ description: "Permanent, because clicks and installs are stored with it." }),
  ...fields,
});
export type NetworkInput = z.output<typeof networkInput>;

/** Missing fields stay unchanged. */
export const networkChange = z.object(fields).refine(requireChange, noChangesText);
export type NetworkChange = z.output<typeof networkChange>;

export const shownNetwork = z.object({
  /** Its value in `network` and `channel`, and in `ad_network` of installs. */
  code: z.string(),
  name: z.string(),
  is_custom: z.boolean(),
  click_parameter: z.string().nullable(),
  publisher_parameter: z.string().nullable(),
  link_parameters: z.string(),
  campaigns: z.number().int(),
  /** Null for a built-in network. */
  created_at: timestamp.nullable(),
});
export type ShownNetwork = z.output<typeof shownNetwork>;

export const networkList = z.object({ networks: z.array(shownNetwork) });
export const oneNetwork = z.object({ network: shownNetwork });
export const removedNetwork = z.object({ code: z.string() });
