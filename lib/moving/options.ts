import type { AccountId } from "@/lib/base/ids";

export type ImportOptions = {
  /** A name means a new account, which is created when the import begins. */
  account: AccountId | string;
  appUrl: string;
  /** Called only if the export has a passphrase. */
  passphrase(): Promise<string>;
  /** Rejects in order to leave everything unchanged. */
  consent(loss: string): Promise<void>;
  progress(line: string): void;
};
