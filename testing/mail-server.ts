import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { completeEnv } from "@/lib/base/env";

export type Mail = { from: string; to: string[]; data: string };

/** A small SMTP server that accepts the chosen mail. */
export async function aMailServer(answer: (to: string, n: number) => string = () => "250 ok") {
  const mails: Mail[] = [];
  let attempts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => sockets.delete(socket));
    let mail: Mail = { from: "", to: [], data: "" };
    let isData = false;
    let rest = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 test");
    socket.on("data", (chunk) => {
      rest += chunk.toString("utf8");
      for (let end = rest.indexOf("\r\n"); end !== -1; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (isData) {
          if (line === ".") {
            isData = false;
            mails.push(mail);
            mail = { from: "", to: [], data: "" };
            say("250 taken");
          } else mail.data += `${line.startsWith("..") ? line.slice(1) : line}\n`;
        } else if (/^(EHLO|HELO)/i.test(line)) say("250 test");
        else if (/^MAIL FROM:/i.test(line)) {
          mail.from = /<(.*)>/.exec(line)?.[1] ?? "";
          say("250 ok");
        } else if (/^RCPT TO:/i.test(line)) {
          const to = /<(.*)>/.exec(line)?.[1] ?? "";
          const reply = answer(to, attempts++);
          if (reply.startsWith("2")) mail.to.push(to);
          say(reply);
        } else if (/^DATA/i.test(line)) {
          isData = true;
          say("354 go on");
        } else if (/^QUIT/i.test(line)) {
          say("221 bye");
          socket.end();
        } else say("250 ok");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  completeEnv({
    SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    MAIL_FROM: "Cairn <cairn@example.com>",
  });
  return {
    mails,
    end: () => {
      completeEnv({ SMTP_URL: "", MAIL_FROM: "" });
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
