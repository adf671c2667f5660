import { connect } from "node:net";

const request = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** The answer of a Postgres to a request for TLS; null if there is none. */
export function offersTls({ host, port }: { host: string; port: number }): Promise<boolean | null> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => socket.write(request));
    socket.setTimeout(3_000, () => socket.destroy());
    socket.once("data", (said) => {
      resolve(said[0] === "S".charCodeAt(0));
      socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(null));
  });
}
