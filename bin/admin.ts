import { parseCommand, UsageError } from "@/bin/admin/cli/command";
import { printedAnswer } from "@/bin/admin/cli/present";
import { loadCommands } from "@/bin/admin/commands";
import { isFrozenError } from "@/lib/base/database-failure";
import { completeEnv } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { explainFailure } from "@/server/run-program";

// Standard output is reserved for the answer.
if (!process.env.LOG_LEVEL) completeEnv({ LOG_LEVEL: "silent" });

const args = process.argv.slice(2);
// Read before parsing, so that a program that requests JSON also gets usage errors as JSON.
const json = args.includes("--json");

const show = (answer: Record<string, unknown>) =>
  process.stdout.write(json ? `${JSON.stringify(answer)}\n` : printedAnswer(answer));

function fail(message: string, usage = "") {
  if (json) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
  else process.stderr.write(`${message}\n${usage ? `\n${usage}` : ""}`);
  process.exitCode = 1;
}

try {
  const parsed = parseCommand(args[0] === "--version" ? [] : await loadCommands(args[0]), args);
  if ("help" in parsed) {
    process.stdout.write(parsed.help);
  } else if ("version" in parsed) {
    process.stdout.write(json ? `${JSON.stringify(parsed)}\n` : `${parsed.version}\n`);
  } else {
    const { command, given } = parsed;
    // Help and usage errors are printed without loading the database.
    const { setClock } = await import("@/db/clock");
    const { checkMigrated, migrateNew } = await import("@/db/migrate/migrate");
    const { checkKey } = await import("@/lib/privacy/secrets/encryption-key");
    const { withDatabase } = await import("@/server/database/database");
    const answer = await withDatabase(async () => {
      const { note } = await (command.mayBeNew ? migrateNew() : checkMigrated());
      if (note && !json) process.stderr.write(`${note}\n`);
      if (!command.anyKey) await checkKey();
      await setClock();
      return command.run(given);
    });
    if (answer) show(answer);
    if (answer && command.isBad?.(answer)) process.exitCode = 1;
  }
} catch (error) {
  if (error instanceof UsageError) fail(error.message, error.usage);
  else if (error instanceof Refusal) fail(error.message);
  else if (isFrozenError(error))
    fail("The project is being migrated or has moved, so it can't be changed here.");
  else fail(explainFailure(error) ?? (error as Error).stack ?? String(error));
}
