import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { GivenOptions } from "@/bin/admin/cli/command";
import { readPasswordFrom } from "@/bin/admin/cli/password-input";

/** A terminal with typed input; its output is collected. */
function aTerminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const output = new PassThrough();
  let shown = "";
  output.setEncoding("utf8").on("data", (text) => {
    shown += text;
  });
  return { input, output, shown: () => shown };
}

const piped = (text: string) => ({ input: Readable.from([Buffer.from(text)]), output: new PassThrough() });

test("a typed password is not shown, and must be entered twice", async () => {
  const terminal = aTerminal();
  const password = readPasswordFrom(new GivenOptions({}), terminal);
  await expect.poll(terminal.shown).toBe("New password: ");
  terminal.input.write("battery staple\r");
  await expect.poll(terminal.shown).toBe("New password: \nOnce more: ");
  terminal.input.write("battery staple\r");
  expect(await password).toBe("battery staple");
  expect(terminal.shown()).not.toContain("battery");
});

test("different passwords are rejected, and Ctrl-C cancels", async () => {
  const differing = aTerminal();
  const first = readPasswordFrom(new GivenOptions({}), differing);
  await expect.poll(differing.shown).toBe("New password: ");
  differing.input.write("battery staple\r");
  await expect.poll(differing.shown).toMatch(/Once more: $/);
  differing.input.write("battery stapler\r");
  await expect(first).rejects.toThrow("The two passwords differ.");

  const stopped = aTerminal();
  const second = readPasswordFrom(new GivenOptions({}), stopped);
  await expect.poll(stopped.shown).toBe("New password: ");
  stopped.input.write("\u0003");
  await expect(second).rejects.toThrow("Nothing was changed.");
});

test("--password-stdin reads one line without its line end", async () => {
  const given = new GivenOptions({ "password-stdin": true });
  for (const text of ["battery staple", "battery staple\n", "battery staple\r\n", "battery staple\nmore\n"])
    expect(await readPasswordFrom(given, piped(text))).toBe("battery staple");
});

test("--password works with a warning; both options, or neither in a pipe, are rejected", async () => {
  const terminal = aTerminal();
  expect(await readPasswordFrom(new GivenOptions({ password: "battery staple" }), terminal)).toBe(
    "battery staple",
  );
  await expect.poll(terminal.shown).toContain("everyone on this machine can read");
  const both = new GivenOptions({ password: "x", "password-stdin": true });
  await expect(readPasswordFrom(both, terminal)).rejects.toThrow("Use either");
  await expect(readPasswordFrom(new GivenOptions({}), piped(""))).rejects.toThrow("Add --password-stdin");
});
