import { expect, test } from "vitest";
import { begin } from "@/bin/children";

test("the end of a program is not delayed by a child that keeps its output open", async () => {
  const leaves = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { detached: true, stdio: "inherit" });
    child.unref();
    console.log(child.pid);`;
  const { code, output } = await begin(["-e", leaves]).ended;
  process.kill(Number(output), "SIGKILL");
  expect(code).toBe(0);
});
