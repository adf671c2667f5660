import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sourceTexts } from "@/bin/texts/collect";

const folder = join(import.meta.dirname, "../../languages");
const texts = sourceTexts().map(({ text }) => text);

for (const name of readdirSync(folder)) {
  const file = join(folder, name);
  const known: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const missing = texts.filter((text) => !known[text]);
  const removed = Object.keys(known).filter((text) => !texts.includes(text)).length;
  const next = Object.fromEntries([...texts].sort().map((text) => [text, known[text] ?? ""]));
  writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`);
  console.log(`${name}: ${missing.length} to translate, ${removed} removed`);
  for (const text of missing.slice(0, 20)) console.log(`  ${text}`);
}
