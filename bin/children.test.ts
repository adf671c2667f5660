import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startProgram } from "@/bin/children";

test("the end of a program is not delayed by a child that keeps its output open", async () => {
  const leaves = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { detached: true, stdio: "inherit" });
    child.unref();
    console.log(child.pid);`;
  const { code, output } = await startProgram(["-e", leaves]).ended;
  process.kill(Number(output), "SIGKILL");
  expect(code).toBe(0);
});

test("the processor time of a program includes its children's, also of one that would replace itself", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-times-"));
  process.env.CAIRN_PROCESSOR_TIMES = folder;
  const works = "const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);";
  const asks = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(works)}]);`;
  const args = `[process.execPath, "-e", ${JSON.stringify(works)}]`;
  const replaces = `
    if (process.execve) process.execve(process.execPath, ${args});
    else require("node:child_process").execFileSync(process.execPath, ${args}.slice(1));`;
  const [alone, above, replaced] = await Promise.all(
    [works, asks, replaces].map((program) => startProgram(["-e", program]).ended),
  );
  delete process.env.CAIRN_PROCESSOR_TIMES;
  rmSync(folder, { recursive: true });
  expect(alone!.processorMs).toBeGreaterThanOrEqual(300);
  if (process.platform !== "linux") return;
  expect(above!.processorMs).toBeGreaterThanOrEqual(300);
  expect(replaced!.processorMs).toBeGreaterThanOrEqual(300);
});
