import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** `npm run docs:security` writes the pages of security tests from the comments behind the guarantees of docs/security.md. */
const folder = join(import.meta.dirname, "../docs");

/** Each page begins with a heading of docs/security.md. */
const pages = [
  { file: "security-tests.md", title: "Security tests: accounts and secrets", from: "Access" },
  { file: "security-tests-traffic.md", title: "Security tests: input, links and data", from: "Input" },
];

/** The text of each page by the name of its file. */
export function securityTests(text: string): Record<string, string> {
  const starts = [...pages.map(({ from }) => text.indexOf(`\n## ${from}\n`)), text.length];
  return Object.fromEntries(
    pages.map(({ file, title }, i) => [file, pageOf(title, text.slice(starts[i], starts[i + 1]))]),
  );
}

function pageOf(title: string, text: string): string {
  const others = pages.filter((page) => page.title !== title).map((page) => `[${page.title}](${page.file})`);
  const lines = [
    `# ${title}`,
    "",
    "The tests of each guarantee in [Security](security.md). `npm run docs:security` writes this page.",
    `See also ${others.join(", ")}.`,
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
  for (const [file, text] of Object.entries(securityTests(readFileSync(join(folder, "security.md"), "utf8"))))
    writeFileSync(join(folder, file), text);
