import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** `npm run docs:security` writes docs/security-tests.md from the comments behind the guarantees of docs/security.md. */
const folder = join(import.meta.dirname, "../docs");

export function securityTests(text: string): string {
  const lines = [
    "# Security tests",
    "",
    "The tests of each guarantee in [Security](security.md). `npm run docs:security` writes this page.",
  ];
  for (const [, heading, guarantee = "", tests = ""] of text.matchAll(
    /^## (.+)$|^(?:- )?([^\n]+)\n {2}<!-- (.+) -->$/gm,
  )) {
    if (heading) lines.push("", `## ${heading}`, "");
    else {
      lines.push(`- ${guarantee}`);
      for (const [, file, titles = ""] of tests.matchAll(/(`[^`]+`)((?:[^`"]*"[^"]+")*)/g)) {
        lines.push(`  - ${file}`);
        for (const [title] of titles.matchAll(/"[^"]+"/g)) lines.push(`    - ${title}`);
      }
    }
  }
  const used = lines.filter((line, at) => !line.startsWith("## ") || lines[at + 2]?.startsWith("- "));
  return `${used
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trimEnd()}\n`;
}

if (import.meta.main)
  writeFileSync(
    join(folder, "security-tests.md"),
    securityTests(readFileSync(join(folder, "security.md"), "utf8")),
  );
