/** The layouts that can be chosen for scheduled files. Runs in the browser too. */
import { z } from "zod";
import { maxDefinition, readDefinition } from "@/lib/data-access/files/layouts/definition";

export const fileLayouts = ["cairn", "adjust", "appsflyer"] as const;
export type FileLayout = (typeof fileLayouts)[number];

/** As it is stored; null for Cairn's own datasets. */
export type StoredLayout = { vendor: "adjust"; definition: string } | { vendor: "appsflyer" };

export const layoutFields = {
  layout: z.enum(fileLayouts, "Choose a layout.").default("cairn").meta({
    description:
      "`cairn`: the chosen datasets, by change. `adjust` or `appsflyer`: files as the former vendor wrote them, with each install, event and payment once.",
  }),
  definition: z
    .string("definition must be text.")
    .trim()
    .max(maxDefinition, `definition must be at most ${maxDefinition} characters long.`)
    .default("")
    .meta({
      description: "With `adjust`: the CSV definition, such as `{adid},{installed_at},[item]`.",
    }),
};

type Entered = { layout: FileLayout; definition: string };

/** Null for Cairn's own datasets. A text is the problem of the definition. */
export function storedLayoutOf({ layout, definition }: Entered): StoredLayout | null | string {
  if (layout === "cairn") return null;
  if (layout === "appsflyer") return { vendor: layout };
  const columns = readDefinition(definition);
  return typeof columns === "string" ? columns : { vendor: layout, definition };
}

export const enteredLayout = (stored: StoredLayout | null): Entered => ({
  layout: stored?.vendor ?? "cairn",
  definition: stored?.vendor === "adjust" ? stored.definition : "",
});
