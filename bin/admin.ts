import { Misused, parse } from "@/bin/admin/command";
import { commands } from "@/bin/admin/commands";
import { setClock } from "@/db/clock";
import { checkMigrated, migrateNew } from "@/db/migrate";
import { Refusal } from "@/lib/refusal";
import { withDatabase } from "@/server/database";
import { explain } from "@/server/explain";

const args = process.argv.slice(2);
// Also for what cannot be understood: a program that asked for JSON gets JSON.
const json = args.includes("--json");

function show(answer: Record<string, unknown>) {
  if (json) return process.stdout.write(`${JSON.stringify(answer)}\n`);
  const lines = flat(answer);
  const width = Math.max(...lines.map(([name]) => name.length));
  for (const [name, value] of lines) process.stdout.write(`${name.padEnd(width)}  ${value}\n`);
}

/** What stands within something gets a line of its own: `limits.data.count`. */
function flat(value: object, before = ""): [string, string][] {
  return Object.entries(value).flatMap(([name, inner]) => {
    if (inner === null) return [[before + name, "–"]];
    if (typeof inner === "object" && !Array.isArray(inner)) return flat(inner, `${before}${name}.`);
    return [[before + name, typeof inner === "string" ? inner : JSON.stringify(inner)]];
  });
}

function fail(message: string, usage = "") {
  if (json) process.stdout.write(`${JSON.stringify({ error: message })}\n`);
  else process.stderr.write(`${message}\n${usage ? `\n${usage}` : ""}`);
  process.exitCode = 1;
}

try {
  const parsed = parse(commands, args);
  if ("help" in parsed) {
    process.stdout.write(parsed.help);
  } else {
    const { command, given } = parsed;
    show(
      await withDatabase(async () => {
        const { note } = await (command.mayBeNew ? migrateNew() : checkMigrated());
        if (note && !json) process.stderr.write(`${note}\n`);
        await setClock();
        return command.run(given);
      }),
    );
  }
} catch (error) {
  if (error instanceof Misused) fail(error.message, error.usage);
  else if (error instanceof Refusal) fail(error.message);
  else fail(explain(error) ?? (error as Error).stack ?? String(error));
}
