import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { CommandOption, GivenOptions } from "@/bin/admin/cli/command";
import { Refusal } from "@/lib/base/refusal";

export const passwordOptions: Record<string, CommandOption> = {
  "password-stdin": { help: "Read the password from standard input (default: ask)" },
  password: {
    value: "P",
    help: "The password itself, which others on this machine can see; avoid it",
  },
};

const seen =
  "Warning: everyone on this machine can read a password given with --password, and it stays in the shell's history. " +
  "Use --password-stdin, or leave both out and type it.\n";

type Terminal = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream };

const own: Terminal = { input: process.stdin, output: process.stderr };

/** Reads a password from a source that other users of the machine cannot see. */
export async function readPasswordFrom(given: GivenOptions, terminal = own): Promise<string> {
  const written = given.text("password");
  const isPiped = given.is("password-stdin");
  if (written !== undefined && isPiped)
    throw new Refusal("invalid_request", "Use either --password or --password-stdin.");
  if (written !== undefined) {
    terminal.output.write(seen);
    return written;
  }
  if (isPiped) return firstLine(terminal.input);
  if (!terminal.input.isTTY) {
    throw new Refusal(
      "invalid_request",
      "A password is required. Add --password-stdin and write it to standard input.",
    );
  }
  const password = await readPassword("New password: ", terminal);
  if ((await readPassword("Once more: ", terminal)) !== password)
    throw new Refusal("invalid_request", "The two passwords differ.");
  return password;
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of input) parts.push(Buffer.from(part));
  return (Buffer.concat(parts).toString("utf8").split("\n")[0] ?? "").replace(/\r$/, "");
}

/** The input is not echoed. */
export function readPassword(question: string, { input, output } = own): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  output.write(question);
  return new Promise((resolve, reject) => {
    lines.once("line", resolve);
    lines.once("SIGINT", () => reject(new Refusal("invalid_request", "Nothing was changed.")));
    lines.once("close", () => reject(new Refusal("invalid_request", "No password was given.")));
  }).finally(() => {
    lines.close();
    output.write("\n");
  }) as Promise<string>;
}
