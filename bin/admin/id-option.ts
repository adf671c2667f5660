import type { Given } from "@/bin/admin/command";
import { idParams } from "@/lib/base/fields";
import { Refusal } from "@/lib/base/refusal";

/** The number after `--id`. What is none can't exist, and is answered like an unknown one. */
export function idFromOption(given: Given, notFound: string): number {
  const read = idParams("id").safeParse({ id: given.text("id") });
  if (!read.success) throw new Refusal("not_found", notFound);
  return read.data.id;
}
