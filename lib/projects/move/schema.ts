import { z } from "zod";

const sentence = "Write an address such as https://cairn.example, without a path.";

/** What others are told to call, so nothing of it may be surprising: no path, no query, no user. */
const origin = z.string({ error: sentence }).transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && `${url.origin}/` === url.href && /^https?:$/.test(url.protocol);
  if (!isPlain) context.addIssue({ code: "custom", message: sentence });
  return url?.origin ?? "";
});

export const moveInput = z.object({
  to: origin,
  links: origin.optional(),
  number: z.coerce
    .number({ error: "Write the project's number at the other instance, such as 7." })
    .int("Write the project's number at the other instance, such as 7.")
    .positive("Write the project's number at the other instance, such as 7.")
    .optional(),
});
export type MoveInput = z.output<typeof moveInput>;
