import { expect, test } from "vitest";
import { memoryFolder } from "@/bin/memory-folder";

const gigabyte = 2 ** 30;
const machine = (options: string, memoryGb = 16, freeGb = 8, type = "tmpfs") => ({
  mounts: `/dev/vda / ext4 rw 0 0\nshm /dev/shm ${type} ${options} 0 0\n`,
  memory: `MemTotal:       99999999 kB\nMemAvailable:   ${memoryGb * 2 ** 20} kB\n`,
  free: freeGb * gigabyte,
});

test("temporary files of a test run are in memory only if there is enough of it", () => {
  expect(memoryFolder(machine("rw,relatime"))).toBe("/dev/shm");
  expect(memoryFolder(machine("rw,relatime", 7))).toBeNull();
  expect(memoryFolder(machine("rw,relatime", 16, 5))).toBeNull();
});

test("a folder that cannot hold programs, or is not in memory, is not used", () => {
  expect(memoryFolder(machine("rw,nosuid,nodev,noexec"))).toBeNull();
  expect(memoryFolder(machine("ro"))).toBeNull();
  expect(memoryFolder(machine("rw", 16, 8, "ext4"))).toBeNull();
  expect(memoryFolder(null)).toBeNull();
});
