import { sql } from "@/db";
import { assignNumbersOfCell } from "@/db/project-numbers";
import { Refusal } from "@/lib/base/refusal";

/** Some locks identify a project by 32 bits of its number. */
export const lastCell = 2_000;

/**
 * Sets the cell whose numbers this instance assigns. No other cell assigns them, so a moved project keeps its number.
 */
export async function assignCell(text: string) {
  const cell = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(cell <= lastCell))
    throw new Refusal("invalid_request", `--cell must be a number from 0 to ${lastCell}.`);
  const range = await sql.begin((tx) => assignNumbersOfCell(tx, cell));
  if (!range)
    throw new Refusal("wrong_state", `Cell ${cell} has no free project numbers left. Choose another cell.`);
  return { cell, first_number: range.first, last_number: range.last, next_number: range.next };
}
