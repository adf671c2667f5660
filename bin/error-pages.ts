import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorGroups, unauthorizedTexts } from "@/lib/gateway/errors/catalogue";

/** `npm run docs:errors` writes docs/errors.md from the codes that the endpoints send. */
export function errorsMarkdown(): string {
  const lines = [
    "# Errors",
    "",
    "Each error has a code. Compare codes in programs, not messages: a code keeps its meaning. The code is in the",
    "`Cairn-Error` response header of every endpoint. Newer endpoints also send it as `code` in the body.",
    "",
    "```",
    "HTTP/1.1 404 Not Found",
    "Cairn-Error: campaign_not_found",
    "",
    '{"msg":"Campaign not found!","status":404,"data":null}',
    "```",
    "",
    "Send a call again after 429, 500 and 503. After other errors, correct the call first. `npm run docs:errors` writes this page.",
    "",
    "## Messages of a 401",
    "",
    "The message depends on the endpoint, because existing clients compare it.",
    "",
    "| Endpoints | Message |",
    "|---|---|",
    ...unauthorizedTexts.map(({ endpoints, messages }) => `| ${endpoints} | ${messages} |`),
    ...errorGroups.flatMap(({ title, errors }) => [
      "",
      `## ${title}`,
      "",
      "| Code | Status | Cause | Fix |",
      "|---|---|---|---|",
      ...errors.map(
        ({ code, statuses, cause, fix }) => `| \`${code}\` | ${statuses.join(", ")} | ${cause} | ${fix} |`,
      ),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, "../docs/errors.md"), errorsMarkdown());
