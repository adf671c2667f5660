import { createInterface } from "node:readline/promises";
import type { CommandOption, GivenOptions } from "@/bin/admin/cli/command";
import { Refusal } from "@/lib/base/refusal";

export const yesOption: Record<string, CommandOption> = {
  yes: { help: "Do not ask for confirmation" },
};

/** An irreversible command runs only after a confirmation that names the consequences. */
export async function confirmIrreversible(cost: string, given: GivenOptions): Promise<void> {
  if (given.is("yes")) return;
  if (!process.stdin.isTTY || given.is("json"))
    throw new Refusal("wrong_state", `${cost} To continue, add --yes.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${cost}\nType yes to continue: `).finally(() => lines.close());
  if (answer.trim().toLowerCase() !== "yes") throw new Refusal("wrong_state", "Nothing was changed.");
}
