import { KeyRound } from "lucide-react";
import { useState } from "react";
import { type ApiAddress, ApiError, child, mutate } from "@/app/(dashboard)/shell/api";
import { rich } from "@/components/rich";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";

type HostKeyButtonProps = {
  path: ApiAddress<"/projects/:project/file-exports">;
  server: () => { host: string; port: string };
  onRead: (fingerprint: string) => void;
  onProblem: (message: string) => void;
};

/** Fills in the key that the server shows now, and asks to compare it. */
export function HostKeyButton({ path, server, onRead, onProblem }: HostKeyButtonProps) {
  const [isReading, setReading] = useState(false);
  const [type, setType] = useState<string | null>(null);
  async function read() {
    setReading(true);
    try {
      const key = await mutate("POST", child(path, "/host-key"), server());
      onRead(key.fingerprint);
      setType(key.type);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onProblem(error.message);
    } finally {
      setReading(false);
    }
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="sm" loading={isReading} onClick={() => void read()}>
        <KeyRound />
        {t("Read the server's key")}
      </Button>
      {type ? (
        <p className="text-muted text-sm" role="status">
          {rich(
            "This is the server's {type} key now. Compare it with <code>ssh-keygen -lf /etc/ssh/ssh_host_{type2}_key.pub</code> on the server before you save.",
            { type, type2: keyFile(type), code: (text) => <code className="font-mono text-xs">{text}</code> },
          )}
        </p>
      ) : null}
    </div>
  );
}

const keyFile = (type: string) =>
  type.includes("ed25519") ? "ed25519" : type.startsWith("ecdsa") ? "ecdsa" : "rsa";
