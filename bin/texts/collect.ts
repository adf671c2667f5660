import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { childrenOf, parseFile, type SyntaxNode } from "@/bin/syntax";

/** A text of the dashboard, as its English source. `isRich` texts may have tags. */
export type SourceText = { text: string; isRich: boolean; hasValues: boolean; file: string };

const root = join(import.meta.dirname, "../..");
const folders = ["app", "components", "lib"];

const programs = (): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test(?:-d)?\./.test(name))
      .map((name) => join(folder, name)),
  );

/** Text that is put together in the source cannot be collected, and so not translated. */
class NotLiteral extends Error {}

type Argument = SyntaxNode & { value?: unknown };

function textsOf(file: string): SourceText[] {
  const source = readFileSync(join(root, file), "utf8");
  if (!/base\/languages\/texts"|components\/rich"/.test(source)) return [];
  const found: SourceText[] = [];
  const read = (node: SyntaxNode) => {
    const called = node.type === "CallExpression" ? (node.callee as { name?: string }).name : undefined;
    if (called === "t" || called === "rich") {
      const [text, values] = node.arguments as Argument[];
      if (typeof text?.value !== "string")
        throw new NotLiteral(`${file}: ${source.slice(node.start, node.start + 60)}`);
      found.push({ text: text.value, isRich: called === "rich", hasValues: values !== undefined, file });
    }
    childrenOf(node).forEach(read);
  };
  read(parseFile(file, source));
  return found;
}

/** Every text of the source that is translated, once, in the order of the files. */
export function sourceTexts(): SourceText[] {
  const texts = new Map<string, SourceText>();
  for (const file of programs().sort())
    for (const each of textsOf(file)) if (!texts.has(each.text)) texts.set(each.text, each);
  return [...texts.values()];
}
