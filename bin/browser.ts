import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { CannotStart } from "@/lib/base/cannot-start";

type Machine = { named?: string | undefined; path: string; platform: string };

/** Chromium without a window of its own needs half the time of the whole browser for the same pages. */
const headlessShell = "chromium-headless-shell";
const onPath = [
  headlessShell,
  ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"],
];
const applications = ["Google Chrome", "Chromium", "Microsoft Edge"];

/** The places of a Chromium, the best first: the configured one, then the ones installed on the machine. */
export function browserPaths({ named, path, platform }: Machine): string[] {
  const folders = path.split(platform === "win32" ? ";" : ":").filter((folder) => folder !== "");
  return [
    ...(named ? [named] : []),
    ...onPath.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...(platform === "darwin"
      ? applications.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
      : []),
  ];
}

/** A file of that name may be a stub, or lack libraries. */
const runs = (file: string) =>
  existsSync(file) && spawnSync(file, ["--version"], { stdio: "ignore" }).status === 0;

function silently(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: "ignore", env, timeout: 10 * 60_000 }).status === 0;
}

export function presentBrowser(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named && !runs(named)) throw new CannotStart(`CHROMIUM_PATH is ${named}, which can't be started.`);
  const path = process.env.PATH ?? "";
  const paths = browserPaths({ named, path, platform: process.platform });
  return [...paths, chromium.executablePath()].find(runs) ?? null;
}

/** The browser for the end-to-end tests: an installed one, or else a downloaded one. */
export function findBrowser(note: (text: string) => void): string {
  const present = presentBrowser();
  if (present) return present;
  note("downloaded by Playwright");
  const playwright = join(import.meta.dirname, "..", "node_modules", "@playwright", "test", "cli.js");
  silently(process.execPath, [playwright, "install", "chromium"]);
  const downloaded = presentBrowser();
  if (downloaded) return downloaded;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    note("installed by apt");
    const options = ["-o", "DPkg::Lock::Timeout=300"];
    silently("apt-get", [...options, "update"]);
    const install = (name: string) =>
      silently("apt-get", [...options, "install", "-y", "--no-install-recommends", name]);
    // Debian has the shell; Ubuntu has only the whole browser.
    if (!install(headlessShell)) install("chromium");
  }
  const installed = presentBrowser();
  if (installed) return installed;
  throw new CannotStart(
    "There is no Chromium for the end-to-end tests, and it could not be downloaded. " +
      "Install Chromium or Chrome, or set CHROMIUM_PATH to the program.",
  );
}
