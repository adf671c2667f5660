import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { bufferToFile } from "@/lib/moving/buffer-to-file";
import { exportProject } from "@/lib/moving/export";
import { StoredKeys } from "@/lib/moving/stored-keys";
import { fillTables } from "@/testing/full-project";
import { knownProject } from "@/testing/reporting";

const folder = mkdtempSync(join(tmpdir(), "cairn-room-"));
const small = join(folder, "small");

function mounts(): boolean {
  mkdirSync(small);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", small], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const mounted = mounts();
const why = mounted ? "" : " (skipped: this user may not mount a small file system)";
const before = process.env.TMPDIR;
afterAll(() => {
  process.env.TMPDIR = before;
  if (mounted) execFileSync("umount", [small]);
  rmSync(folder, { recursive: true, force: true });
});

async function inSmall<T>(work: () => Promise<T>): Promise<T> {
  process.env.TMPDIR = small;
  try {
    return await work();
  } finally {
    process.env.TMPDIR = before;
  }
}

test.skipIf(!mounted)(
  `a followed export is rejected before it begins if the temporary folder is full, with its name${why}`,
  async () => {
    const { app } = await knownProject();
    await fillTables(app);
    const { bavail, bsize } = statfsSync(small);
    writeFileSync(join(small, "ballast"), Buffer.alloc(bavail * bsize));
    const to = new PassThrough();
    const exported = inSmall(() =>
      exportProject(app.project, to, {
        now: new Date(),
        passphrase: null,
        progress: () => {},
        switchAfter: async () => true,
      }),
    );
    await expect(exported).rejects.toMatchObject({
      name: "Refusal",
      message: expect.stringMatching(
        `^The temporary folder ${small} has 0.0 MB free, but the export needs about `,
      ),
    });
    expect(to.readableLength).toBe(0);
    rmSync(join(small, "ballast"));
  },
  300_000,
);

test.skipIf(!mounted)(
  `a temporary folder that fills up ends the export with a message, after the current data was read${why}`,
  async () => {
    let read = 0;
    async function* rows() {
      for (; read < 40; read++) yield Buffer.alloc(16_384, "x\n");
    }
    const full = {
      message: `The disk of the temporary folder ${small} is full. Free up space, or set TMPDIR to another folder.`,
    };
    await expect(
      inSmall(() =>
        StoredKeys.during(async (keys) => {
          for await (const _ of keys.rows({} as never, false, rows()));
        }),
      ),
    ).rejects.toMatchObject(full);
    expect(read).toBe(40);
    read = 0;
    await expect(inSmall(() => bufferToFile(rows(), async () => {}))).rejects.toMatchObject(full);
  },
);
