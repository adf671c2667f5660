import type { AccountId } from "@/lib/base/ids";

export type ImportOptions = {
  /** A name for one that is made when the project begins to come. */
  account: AccountId | string;
  appUrl: string;
  /** Asked for only where the export has one. */
  passphrase(): Promise<string>;
  /** Rejects in order to leave everything as it is. */
  consent(loss: string): Promise<void>;
  progress(line: string): void;
};
