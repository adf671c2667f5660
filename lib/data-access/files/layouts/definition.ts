import { t } from "@/lib/base/languages/texts";
/**
 * The columns of a CSV file as Adjust's users define them: constants in quotes, {placeholders} and [parameters], separated
 * by commas. Runs in the browser too.
 */

export type DefinedColumn = { head: string } & (
  | { is: "constant" }
  /** The first of them that has a value. */
  | { is: "placeholder"; names: string[] }
  /** A field that the app sends with an event, or a parameter of the link. */
  | { is: "parameter"; name: string }
);

const maxColumns = 200;
export const maxDefinition = 8_000;

const plain = String.raw`[^,"[\]{}\r\n]`;
const constant = new RegExp(`^"(${plain}*)"$`);
const placeholder = new RegExp(String.raw`^\{(${plain}+)\}$`);
const parameter = new RegExp(String.raw`^\[(${plain}+)\]$`);

function readColumn(text: string): DefinedColumn | null {
  const fixed = constant.exec(text)?.[1];
  if (fixed !== undefined) return { is: "constant", head: fixed };
  const names = placeholder.exec(text)?.[1];
  if (names !== undefined) {
    const each = names.split("||").map((name) => name.trim());
    return each.every((name) => /^\w[\w-]*$/.test(name))
      ? { is: "placeholder", head: text, names: each }
      : null;
  }
  const name = parameter.exec(text)?.[1];
  return name === undefined ? null : { is: "parameter", head: text, name: name.trim() };
}

/** The columns, or the problem in a sentence for the member who entered the definition. */
export function readDefinition(text: string): DefinedColumn[] | string {
  const parts = text.split(",").map((part) => part.trim());
  if (text.trim() === "") return t("Paste your CSV definition from Adjust.");
  if (parts.length > maxColumns) return t("A definition has at most {maxColumns} columns.", { maxColumns });
  const columns: DefinedColumn[] = [];
  for (const [at, part] of parts.entries()) {
    const column = readColumn(part);
    if (column === null)
      return `Column ${at + 1} must be a "constant", a {placeholder} or a [parameter], such as {installed_at}.`;
    if (columns.some(({ head }) => head === column.head))
      return t("Column {at} has the name of another one.", { at: at + 1 });
    columns.push(column);
  }
  return columns;
}
