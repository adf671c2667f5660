import { connect, type Socket } from "node:net";

export type LoadTarget = {
  port?: number;
  socketPath?: string;
  /** Chosen again for each request. */
  path(): string;
  headers?: Record<string, string>;
  /** Every answer must have this status, because an error would be a measurement of something else. */
  status: number | readonly number[];
};

export type Measured = { perSecond: number; median: number; p99: number; bytes: number };

/**
 * Callers who each send the next request as soon as the last one is answered, for a while. Times are in milliseconds.
 */
export async function measure(target: LoadTarget, readers: number, seconds: number): Promise<Measured> {
  const connections = await Promise.all(Array.from({ length: readers }, () => Connection.open(target)));
  const times: number[] = [];
  let bytes = 0;
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < until) {
        const startedAt = performance.now();
        bytes = await connection.call(target.path());
        times.push(performance.now() - startedAt);
      }
      connection.close();
    }),
  );
  const took = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? Number.NaN;
  return { perSecond: times.length / took, median: at(0.5), p99: at(0.99), bytes };
}

/**
 * Sends one request after the other on one connection. It implements just enough of HTTP, because Node's own client
 * would cost more than some of the servers it measures on the same two cores.
 */
class Connection {
  private readonly socket: Socket;
  private readonly target: LoadTarget;
  private readonly head: string;
  private waiting: { resolve(bytes: number): void; reject(error: Error): void } | null = null;
  /** The number of body bytes that are still missing; null until the head is read. */
  private left: number | null = null;
  private length = 0;
  private rest = "";

  private constructor(socket: Socket, target: LoadTarget) {
    this.socket = socket;
    this.target = target;
    const headers = Object.entries({ host: "localhost", ...target.headers });
    this.head = `${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
    socket.on("data", (part) => this.read(part));
    socket.on("error", (error) => this.waiting?.reject(error));
    socket.on("close", () => this.waiting?.reject(new Error("the server closed the connection")));
  }

  static open(target: LoadTarget): Promise<Connection> {
    const { port, socketPath } = target;
    return new Promise((resolve, reject) => {
      const socket = socketPath ? connect(socketPath) : connect(port ?? 0, "127.0.0.1");
      socket.setNoDelay(true);
      socket.once("error", reject);
      socket.once("connect", () => resolve(new Connection(socket, target)));
    });
  }

  call(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.left = null;
      this.socket.write(`GET ${path} HTTP/1.1\r\n${this.head}`);
    });
  }

  close(): void {
    this.waiting = null;
    this.socket.destroy();
  }

  private read(part: Buffer): void {
    if (this.left !== null) {
      this.left -= part.byteLength;
    } else {
      this.rest += part.toString("latin1");
      const end = this.rest.indexOf("\r\n\r\n");
      if (end === -1) return;
      this.length = this.lengthIn(this.rest.slice(0, end).toLowerCase());
      this.left = this.length - (this.rest.length - end - 4);
      this.rest = "";
    }
    if (this.left <= 0) this.waiting?.resolve(this.length);
  }

  private lengthIn(head: string): number {
    const status = Number(/^http\/1\.1 (\d+)/.exec(head)?.[1]);
    const length = Number(/\ncontent-length: (\d+)/.exec(head)?.[1]);
    if (![this.target.status].flat().includes(status)) this.waiting?.reject(new Error(`answered ${status}`));
    if (status === 204) return 0;
    if (Number.isNaN(length)) this.waiting?.reject(new Error("a response without a length"));
    return length;
  }
}

/** The measurement in the middle of several rounds. */
export const middle = (rounds: Measured[]): Measured =>
  rounds.toSorted((a, b) => a.median - b.median)[Math.floor(rounds.length / 2)]!;
