import type { GivenOptions } from "@/bin/admin/cli/command";
import { idParams } from "@/lib/base/fields";
import { Refusal } from "@/lib/base/refusal";

/** The number after `--id`. Other text is handled like an unknown ID. */
export function idFromOption(given: GivenOptions, notFound: string): number {
  const read = idParams("id").safeParse({ id: given.text("id") });
  if (!read.success) throw new Refusal("not_found", notFound);
  return read.data.id;
}
