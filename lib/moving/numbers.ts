import { sql } from "@/db";
import { giveNumbersOf } from "@/db/project-numbers";
import { Refusal } from "@/lib/base/refusal";

/** Some locks are known by 32 bits of a project's number. */
export const lastCell = 2_000;

/** Of a cell: none of the others gives them, so a project that comes from there finds its number free. */
export async function giveNumbers(text: string) {
  const cell = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(cell <= lastCell))
    throw new Refusal("invalid_request", `--cell must be a number from 0 to ${lastCell}.`);
  const range = await sql.begin((tx) => giveNumbersOf(tx, cell));
  if (!range)
    throw new Refusal("wrong_state", `Cell ${cell} has no free project numbers left. Choose another cell.`);
  return { cell, first_number: range.first, last_number: range.last, next_number: range.next };
}
