import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { type FileHandle, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { isRefusedRow } from "@/lib/base/database-failure";
import { withDeadline } from "@/lib/base/deadline";
import { describeError, log } from "@/lib/base/log";
import { Batcher } from "@/lib/platform/batch";
import { type ProcessLock, tryLock } from "@/server/processes/lock";

/** There is no room for another row. */
export class SpoolFull extends Error {}

/** A row that can never be stored, in any state of the database. */
export class UnstorableRow extends Error {}

type Options<Row> = {
  folder: string;
  /** Names the files of a process. */
  owner?: string;
  /** Stores rows repeatably. Rejects if they are not stored. */
  store(rows: Row[]): Promise<unknown>;
  maxBytes?: number;
  segmentBytes?: number;
  /** The time limit of one statement of the drain. */
  timeoutMs?: number;
};

type Segment = { handle: FileHandle; bytes: number };

const rowsAtOnce = 500;
const mebibyte = 1024 * 1024;
const refusedFile = "refused.jsonl";
/** A process that starts creates its lock file and locks it a moment later. */
const lockingMs = 5_000;
/** A new lock file counts as a report of this time before, because this clock may be ahead of the database's. */
const clockDifferenceMs = 10_000;

/**
 * Rows that cannot be stored now, kept in files until they can. A row is on disk when `append` resolves: it is written
 * and synced together with all rows that arrived meanwhile. Each line has a checksum. A crash may leave an incomplete
 * line at the end of a file; that row was never confirmed. A process writes its own files and holds a lock that ends
 * with it. Another process takes over the files of a dead one.
 */
export class Spool<Row extends object> {
  private readonly options: Required<Options<Row>>;
  private readonly owner: string;
  private readonly lines: Batcher<string, undefined>;
  private readonly lock: ProcessLock | null;
  private current: Segment | null = null;
  /** Set before the file exists, so that a concurrent drain does not take it. */
  private currentFile: string | null = null;
  private serial = 0;
  private bytes: number;
  private draining: Promise<boolean> | null = null;
  private writing: Promise<unknown> = Promise.resolve();
  private reportedWaiting = false;

  constructor(options: Options<Row>) {
    this.options = {
      owner: randomUUID(),
      maxBytes: 1024 * mebibyte,
      segmentBytes: 8 * mebibyte,
      timeoutMs: 15_000,
      ...options,
    };
    const { folder, owner } = this.options;
    this.owner = owner;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.lock = tryLock(lockOf(folder, owner), "exclusive");
    markReport(folder, owner, new Date(Date.now() - clockDifferenceMs));
    this.bytes = spoolBytesIn(folder);
    this.lines = new Batcher({
      name: "spool",
      run: (batch) => this.write(batch),
      inFlight: 1,
      maxRows: 5_000,
    });
  }

  /** Resolves when the row is on the disk. */
  async append(row: Row): Promise<void> {
    const json = JSON.stringify(row);
    await this.lines.add(`${crc32(json).toString(16).padStart(8, "0")} ${json}\n`);
  }

  /** True without files. A process that was killed before its first row leaves an empty one, which a drain removes. */
  get isEmpty(): boolean {
    return segmentsIn(this.options.folder).length === 0;
  }

  get size(): number {
    return this.bytes;
  }

  get maxBytes(): number {
    return this.options.maxBytes;
  }

  /** The time of the oldest waiting row; a file is named after the time of its first row. */
  get oldestAt(): number | null {
    if (this.bytes === 0) return null;
    const names = segmentsIn(this.options.folder).sort();
    return names[0] === undefined ? null : Number.parseInt(names[0].split("-")[0] ?? "", 36);
  }

  /** The size of the rows that can never be stored, which an operator has to examine. */
  get refusedBytes(): number {
    return sizeOf(join(this.options.folder, refusedFile));
  }

  /** Stores the rows that were there when it began, in order. False when they cannot be stored now. */
  drain(): Promise<boolean> {
    this.draining ??= this.drainAll().finally(() => {
      this.draining = null;
    });
    return this.draining;
  }

  async close(): Promise<void> {
    await this.lines.drain();
    await this.draining?.catch(() => {});
    await this.closeFile();
    this.lock?.release();
    rmSync(lockOf(this.options.folder, this.owner), { force: true });
  }

  private write(batch: string[]): Promise<undefined[]> {
    const buffer = Buffer.from(batch.join(""));
    const run = async () => {
      if (this.bytes + buffer.byteLength > this.options.maxBytes) throw new SpoolFull("the spool is full");
      const isFresh = this.current === null;
      try {
        await this.writeNow(buffer);
      } catch (error) {
        // The file could not grow, so another one is tried: rows that are in both are recognized by their IDs.
        if (isFresh) throw error;
        await this.writeNow(buffer);
      }
      return new Array<undefined>(batch.length);
    };
    const written = this.writing.then(run, run);
    this.writing = written.catch(() => {});
    return written;
  }

  private async writeNow(buffer: Buffer): Promise<void> {
    const segment = this.current ?? (await this.begin());
    try {
      await segment.handle.appendFile(buffer);
      await segment.handle.datasync();
    } catch (error) {
      // The incomplete row must be the end of its file; a file without other rows is removed.
      const file = this.currentFile;
      await this.closeNow();
      if (file && segment.bytes === 0) await rm(file, { force: true });
      throw error;
    }
    this.bytes += buffer.byteLength;
    segment.bytes += buffer.byteLength;
    if (segment.bytes >= this.options.segmentBytes) await this.closeNow();
  }

  private async begin(): Promise<Segment> {
    const { folder } = this.options;
    const time = Date.now().toString(36).padStart(9, "0");
    const name = `${time}-${String(this.serial++).padStart(6, "0")}-${this.owner}.spool`;
    this.currentFile = join(folder, name);
    this.current = { handle: await open(this.currentFile, "ax", 0o600), bytes: 0 };
    // The file's directory entry must be on the disk as well as its content.
    const entry = await open(folder, "r");
    await entry.sync().finally(() => entry.close());
    return this.current;
  }

  private closeFile(): Promise<void> {
    const closed = this.writing.then(() => this.closeNow());
    this.writing = closed.catch(() => {});
    return closed;
  }

  private async closeNow(): Promise<void> {
    const segment = this.current;
    this.current = null;
    this.currentFile = null;
    await segment?.handle.close().catch(() => {});
  }

  private async drainAll(): Promise<boolean> {
    const { folder } = this.options;
    await this.closeFile();
    const names = segmentsIn(folder).sort();
    const owners = new Set(names.map(ownerOf).filter((owner) => owner !== this.owner));
    const locks = new Map<string, ProcessLock>();
    for (const owner of owners) {
      const lock = tryLock(lockOf(folder, owner), "exclusive");
      if (lock) locks.set(owner, lock);
    }
    try {
      for (const name of names) {
        const owner = ownerOf(name);
        const file = join(folder, name);
        if ((owner !== this.owner && !locks.has(owner)) || file === this.currentFile) continue;
        if (!(await this.drainFile(file))) return false;
      }
    } finally {
      for (const [owner, lock] of locks) {
        lock.release();
        if (!segmentsIn(folder).some((name) => ownerOf(name) === owner)) {
          rmSync(lockOf(folder, owner), { force: true });
        }
      }
      this.bytes = spoolBytesIn(folder);
    }
    return true;
  }

  private async drainFile(file: string): Promise<boolean> {
    const rows = readLines<Row>(await readFile(file, "utf8"));
    for (let i = 0; i < rows.length; i += rowsAtOnce) {
      if (!(await this.store(rows.slice(i, i + rowsAtOnce)))) return false;
    }
    await rm(file, { force: true });
    if (rows.length > 0) log().info({ rows: rows.length }, "spooled clicks were stored");
    return true;
  }

  /**
   * False if the rows cannot be stored now. A row that can never be stored is moved to another file, so that it does
   * not block the others.
   */
  private async store(rows: Row[]): Promise<boolean> {
    try {
      await withDeadline(this.options.store(rows), this.options.timeoutMs);
      this.reportedWaiting = false;
      return true;
    } catch (error) {
      if (!isRefusedRow(error) && !(error instanceof UnstorableRow)) {
        if (!this.reportedWaiting) log().warn(describeError(error), "spooled clicks can't be stored yet");
        this.reportedWaiting = true;
        return false;
      }
      if (rows.length === 1) {
        log().error(describeError(error), "the database rejected a spooled row; it is in refused.jsonl");
        return this.putAside(rows[0]!);
      }
      const middle = rows.length >> 1;
      return (await this.store(rows.slice(0, middle))) && (await this.store(rows.slice(middle)));
    }
  }

  private async putAside(row: Row): Promise<boolean> {
    const handle = await open(join(this.options.folder, refusedFile), "a", 0o600);
    try {
      await handle.appendFile(`${JSON.stringify(row)}\n`);
      await handle.datasync();
      return true;
    } finally {
      await handle.close();
    }
  }
}

const segmentsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".spool"));

/** The size of all waiting rows in a folder, from any process. */
export const spoolBytesIn = (folder: string): number =>
  segmentsIn(folder).reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);

const lockOf = (folder: string, owner: string) => join(folder, `${owner}.lock`);

/** Records that all rows of this process from before `at` are in the database or in its files. */
export function markReport(folder: string, owner: string, at: Date): void {
  const file = lockOf(folder, owner);
  if (existsSync(file)) utimesSync(file, at, at);
}

/** The time of the last report of each process that uses the folder. Deletes the lock files of ended processes. */
export function lastReports(folder: string): Date[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".lock"))
    .flatMap((name) => {
      const file = join(folder, name);
      const at = statSync(file, { throwIfNoEntry: false })?.mtime;
      if (!at) return [];
      if (Date.now() - at.getTime() < lockingMs) return [at];
      const lock = tryLock(file, "exclusive");
      if (!lock) return [at];
      lock.release();
      rmSync(file, { force: true });
      return [];
    });
}

const ownerOf = (name: string) => /^[0-9a-z]+-\d+-(.+)\.spool$/.exec(name)?.[1] ?? "";

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Every complete line; one that was cut off by a crash or damaged on the disk is skipped. */
function readLines<Row>(text: string): Row[] {
  const rows: Row[] = [];
  for (const line of text.split("\n")) {
    const json = line.slice(9);
    if (json === "" || Number.parseInt(line.slice(0, 8), 16) !== crc32(json)) continue;
    rows.push(JSON.parse(json) as Row);
  }
  return rows;
}
