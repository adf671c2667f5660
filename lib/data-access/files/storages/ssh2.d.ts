/** The parts of the package ssh2 that Cairn uses; the package is optional, so its types are here. */
declare module "ssh2" {
  import type { Socket } from "node:net";

  type Done = (error?: (Error & { code?: number }) | null) => void;
  type Attributes = { mode: number; size: number; isDirectory(): boolean };

  export type SftpClient = {
    fastPut(local: string, remote: string, options: { step(sent: number): void }, done: Done): void;
    writeFile(path: string, data: string, done: Done): void;
    open(path: string, flags: string, done: (error: Error | undefined, handle: Buffer) => void): void;
    close(handle: Buffer, done: Done): void;
    stat(path: string, done: (error: Error | undefined, attributes: Attributes) => void): void;
    mkdir(path: string, done: Done): void;
    rename(from: string, to: string, done: Done): void;
    unlink(path: string, done: Done): void;
    /** These fail at once if the server does not have the extension. */
    ext_openssh_rename(from: string, to: string, done: Done): void;
    ext_openssh_fsync(handle: Buffer, done: Done): void;
  };

  export type ConnectSettings = {
    sock: Socket;
    username: string;
    password?: string;
    privateKey?: string;
    passphrase?: string;
    tryKeyboard?: boolean;
    readyTimeout: number;
    keepaliveInterval: number;
    keepaliveCountMax: number;
    hostVerifier(key: Buffer): boolean;
  };

  export class Client {
    on(event: "ready", done: () => void): this;
    on(event: "error", done: (error: Error & { level?: string }) => void): this;
    on(
      event: "keyboard-interactive",
      answer: (
        name: string,
        instructions: string,
        language: string,
        prompts: { prompt: string }[],
        finish: (answers: string[]) => void,
      ) => void,
    ): this;
    connect(settings: ConnectSettings): this;
    sftp(done: (error: Error | undefined, sftp: SftpClient) => void): void;
    destroy(): void;
    end(): void;
  }

  /** The server of the tests; its events have the forms of the protocol. */
  export class Server {
    constructor(
      settings: { hostKeys: (string | Buffer)[] },
      // biome-ignore lint/suspicious/noExplicitAny: only tests use it.
      onClient: (client: any) => void,
    );
    listen(port: number, host: string, done: () => void): void;
    address(): { port: number };
    close(done: () => void): void;
  }

  const module: {
    Client: typeof Client;
    Server: typeof Server;
    utils: {
      parseKey(key: string, passphrase?: string): Error | object;
      generateKeyPairSync(kind: "ed25519" | "rsa", options?: object): { private: string; public: string };
      sftp: { STATUS_CODE: Record<string, number> };
    };
  };
  export default module;
}
