import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** The driver's address of the database; several hosts are tried one after the other. */
type Dimensions = { host: string[]; port: number[]; path?: string | false; ssl?: unknown };

/** A connection that ended sooner than this reached no usable server, so the next one goes to another host. */
const shortLifeMs = 1_000;
/** The time to connect to one of several hosts before the next one is tried. */
const connectMs = 2_000;
/** The pause between two rounds over all hosts. */
const roundMs = 250;

/**
 * Opens connections for the driver and ends those that stop answering. A balancer or a failing host can leave a
 * connection that still accepts bytes but never returns any. The driver waits on it forever, and so does every caller
 * whose statement it carries. The server ends each statement after its own timeout, so a connection that is silent for
 * longer is lost. It is then destroyed, and the driver opens another. Its statements fail with a lost connection, and
 * repeatable work is repeated.
 */
export function watchedSockets(
  timeoutMs: number,
  /** The hosts to try instead of the driver's. */
  hosts?: Host[],
): (address: unknown) => Socket | Promise<Socket> {
  const watches = new Set<Watch>();
  let timer: NodeJS.Timeout | null = null;
  const turn = hosts ? turnOf(hosts) : { at: 0, inVain: 0 };

  const everyMs = Math.min(1_000, timeoutMs / 4);
  let checkedAt = 0;
  const check = () => {
    // A process that had no CPU time for long has not read its connections, so that time counts as one interval.
    const now = performance.now();
    const lostMs = Math.max(0, now - checkedAt - 2 * everyMs);
    checkedAt = now;
    for (const watch of watches) {
      watch.forgive(lostMs);
      const since = watch.check(now);
      if (since === null) continue;
      // The same failure may have silenced idle connections that received no data since. Found one after the other,
      // they would delay each caller by the same time again.
      for (const other of watches) other.endIfUnheard(since);
    }
    if (watches.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };

  const open = (given: unknown) => {
    const { path, ssl, ...reported } = given as Dimensions;
    const host = hosts?.map((one) => one.host) ?? reported.host;
    const port = hosts?.map((one) => one.port) ?? reported.port;
    const socket = new Socket();
    if (path) socket.connect(path);
    else {
      const { at } = turn;
      const began = performance.now();
      // The driver reads the name for the certificate check from here.
      Object.assign(socket, { host: host[at], port: port[at], ssl });
      socket.on("close", () => {
        if (performance.now() - began > shortLifeMs) turn.inVain = 0;
        else if (turn.at === at) goOn(turn, host.length);
      });
      socket.connect(port[at]!, host[at]!);
    }
    // After connect(), which would replace the patched `write`.
    const watch = new Watch(socket, timeoutMs, Boolean(ssl));
    watches.add(watch);
    socket.on("close", () => watches.delete(watch));
    if (timer === null) {
      checkedAt = performance.now();
      timer = setInterval(check, everyMs).unref();
    }
    return socket;
  };
  if (!hosts) return open;
  return async (given) => {
    // Every host was tried without success: each is down, or a standby that the driver rejected.
    if (turn.inVain >= hosts.length) await sleep(roundMs);
    for (let attempts = 1; attempts < hosts.length; attempts++) {
      const { at } = turn;
      const socket = open(given);
      if (await connects(socket)) return socket;
      if (turn.at === at) goOn(turn, hosts.length);
    }
    return open(given);
  };
}

type Host = { host: string; port: number };
type Turn = { at: number; inVain: number };

/** All clients of the process use the host that one of them has found. */
const turns = new Map<string, Turn>();

function turnOf(hosts: Host[]): Turn {
  const key = hosts.map(({ host, port }) => `${host}:${port}`).join();
  const turn = turns.get(key) ?? { at: 0, inVain: 0 };
  turns.set(key, turn);
  return turn;
}

function goOn(turn: Turn, count: number): void {
  turn.at = (turn.at + 1) % count;
  turn.inVain++;
}

function connects(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const failed = () => resolve(false);
    const timer = setTimeout(() => socket.destroy(), connectMs);
    socket.on("error", failed).on("close", failed);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", failed).off("close", failed);
      resolve(true);
    });
  });
}

class Watch {
  /** The time since which an answer is due. */
  private since: number | null = null;
  private lastDataAt = performance.now();
  private read = 0;
  private readonly socket: Socket;
  private readonly timeoutMs: number;
  private readonly encrypted: boolean;

  constructor(socket: Socket, timeoutMs: number, encrypted: boolean) {
    this.socket = socket;
    this.timeoutMs = timeoutMs;
    this.encrypted = encrypted;
    if (encrypted) return;
    const write = socket.write;
    socket.write = ((...args: Parameters<typeof write>) => {
      this.since ??= performance.now();
      return write.apply(socket, args);
    }) as typeof write;
    socket.on("data", () => {
      this.since = null;
      this.lastDataAt = performance.now();
    });
    // Only after the first answer: before that, the driver needs the error to recognize that there is no server.
    socket.once("data", () => endQuietly(socket));
  }

  /** Moves the start of the wait forward by a time in which this process could not have read an answer. */
  forgive(ms: number): void {
    if (this.since !== null) this.since += ms;
  }

  /** Returns the time since which an answer was due, if the connection was destroyed just now. */
  check(now: number): number | null {
    if (this.encrypted) this.checkForSilence(now);
    if (this.since === null || now - this.since < this.timeoutMs) return null;
    this.socket.destroy();
    return this.since;
  }

  /** Ends a connection without a pending statement that has been silent since that time. */
  endIfUnheard(since: number): void {
    if (this.since === null && this.lastDataAt < since) this.socket.destroy();
  }

  /**
   * Encrypted data bypasses the socket's methods, so only its byte counters are visible. On such a connection, silence
   * alone counts, even if it is idle.
   */
  private checkForSilence(now: number): void {
    if (this.socket.bytesRead !== this.read) this.since = now;
    this.since ??= now;
    this.read = this.socket.bytesRead;
  }
}

/**
 * Between an error and the close of the connection, a moment later, the driver (3.4.9) still sends statements to it. It
 * then forgets them, and they never end. It handles a plain close correctly, so errors are turned into one.
 */
function endQuietly(socket: Socket): void {
  const emit = socket.emit;
  socket.emit = ((name: string, ...args: unknown[]) => {
    if (name === "error") return true;
    return Reflect.apply(emit, socket, [name, ...(name === "close" ? [false] : args)]);
  }) as typeof emit;
}
