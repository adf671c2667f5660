import { parseArgs } from "node:util";
import type { z } from "zod";
import { Refusal } from "@/lib/base/refusal";
import { nearestWord } from "@/lib/base/text/nearest";
import { version } from "@/lib/base/version";

/** An option without `value` is a switch. */
export type CommandOption = { value?: string; required?: boolean; help: string };

/** A command of the command line; bin/admin/commands.ts lists all of them. */
export type AdminCommand = {
  name: string;
  summary: string;
  options: Record<string, CommandOption>;
  /** The command may create the tables of an unused database; all other commands leave the schema as it is. */
  mayBeNew?: true;
  /** The command also works with another ENCRYPTION_KEY than the database's. */
  anyKey?: true;
  /** The answer that `--json` prints; null if the command has written its output to standard output itself. */
  run(given: GivenOptions): Promise<Record<string, unknown> | null>;
  /** True if a script must not continue after this answer. The exit code is then 1 although the command succeeded. */
  isBad?(answer: Record<string, unknown>): boolean;
};

/** The options as typed. */
export class GivenOptions {
  private readonly values: Record<string, string | boolean | undefined>;

  constructor(values: Record<string, string | boolean | undefined>) {
    this.values = values;
  }

  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === "string" ? value : undefined;
  }

  is(name: string): boolean {
    return this.values[name] === true;
  }
}

/** The input cannot be parsed; the message is followed by the usage. */
export class UsageError extends Error {
  readonly usage: string;

  constructor(message: string, usage: string) {
    super(message);
    this.usage = usage;
  }
}

/** Checks values by the schema of the verb; an error names the option. */
export function checkOptions<S extends z.ZodType>(
  schema: S,
  values: Record<string, unknown>,
  /** The option with all of the values, if its name differs from the fields' names. */
  from?: string,
): z.output<S> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const option = from ?? String(issue?.path[0] ?? "").replaceAll("_", "-");
  throw new Refusal(
    "invalid_request",
    option ? `--${option}: ${issue?.message}` : (issue?.message ?? "The input is not valid."),
  );
}

const everywhere: Record<string, CommandOption> = {
  json: { help: "Print one JSON object" },
  help: { help: "Show this help" },
};

const program = "npm run --silent admin --";

const typed = (name: string, { value }: CommandOption) => (value ? `--${name} ${value}` : `--${name}`);

function table(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join("");
}

export function commandUsage(command: AdminCommand): string {
  const options = Object.entries(command.options);
  const shape = options.map(([name, option]) =>
    option.required ? typed(name, option) : `[${typed(name, option)}]`,
  );
  const rows = [...options, ...Object.entries(everywhere)].map(([name, option]): [string, string] => [
    typed(name, option),
    option.help,
  ]);
  return `${command.summary}\n\nUsage: ${[program, command.name, ...shape].join(" ")}\n\n${table(rows)}`;
}

export function commandOverview(commands: AdminCommand[], group = ""): string {
  const rows = commands
    .filter(({ name }) => name.startsWith(group))
    .map(({ name, summary }): [string, string] => [name, summary]);
  return `Usage: ${program} COMMAND [options]\n\n${table(rows)}\nEvery command accepts --json and --help; --version prints the version. The exit code is 0 on success and 1 on failure.
The reason is on standard error, or with --json in the "error" field.\n`;
}

function didYouMean(word: string, known: string[], before = ""): string {
  const suggestion = nearestWord(word, known);
  return suggestion === null ? "" : ` Did you mean ${before}${suggestion}?`;
}

export type Parsed = { command: AdminCommand; given: GivenOptions } | { help: string } | { version: string };

export function parseCommand(commands: AdminCommand[], args: string[]): Parsed {
  if (args[0] === "--version") return { version };
  const leading = args.slice(0, 2).filter((word) => !word.startsWith("-"));
  const wantsHelp = args.includes("--help") || args.includes("-h");
  const command = commands.find(({ name }) => name === leading.join(" "));
  if (!command) {
    const [group = ""] = leading;
    const known = commands.some(({ name }) => name.startsWith(`${group} `));
    const usage = commandOverview(commands, known ? `${group} ` : "");
    if (wantsHelp || args.length === 0) return { help: usage };
    if (leading.length === 0) throw new UsageError("Enter a command.", usage);
    const typed = leading.join(" ");
    // For a group, all of its commands are listed anyway.
    const names =
      leading.length === 1
        ? commands.map(({ name }) => name.split(" ")[0]!)
        : commands.map(({ name }) => name);
    throw new UsageError(
      `There is no command "${typed}".${known && leading.length === 1 ? "" : didYouMean(typed, names)}`,
      usage,
    );
  }
  if (wantsHelp) return { help: commandUsage(command) };
  return { command, given: optionsOf(command, args.slice(2)) };
}

function optionsOf(command: AdminCommand, args: string[]): GivenOptions {
  const known = { ...command.options, ...everywhere };
  const misused = (message: string) => new UsageError(message, commandUsage(command));
  const { tokens } = parseArgs({
    args,
    options: Object.fromEntries(
      Object.entries(known).map(([name, { value }]) => [
        name,
        { type: value ? "string" : "boolean" } as const,
      ]),
    ),
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | boolean> = Object.create(null);
  for (const token of tokens) {
    if (token.kind === "positional") throw misused(`Unexpected argument "${token.value}".`);
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (!option) {
      const suggestion = didYouMean(token.name, Object.keys(known), "--");
      throw misused(`There is no option ${token.rawName}.${suggestion}`);
    }
    if (token.name in values) throw misused(`${token.rawName} is given twice.`);
    if (option.value && token.value === undefined) throw misused(`${token.rawName} needs a value.`);
    if (!option.value && token.value !== undefined) throw misused(`${token.rawName} takes no value.`);
    values[token.name] = option.value ? (token.value ?? "") : true;
  }
  for (const [name, { required }] of Object.entries(command.options)) {
    if (required && !(name in values)) throw misused(`--${name} is missing.`);
  }
  return new GivenOptions(values);
}
