import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { callerCacheOf, shippedFile } from "@/lib/platform/http/bundled-file";
import type { Reply } from "@/lib/platform/http/reply";

const file = join(import.meta.dirname, "../../sdk/web/cairn.js");

/** The script for customers' sites, as it is in the source. Next would drop the header with its encoding. */
export const webScript = ({ headers }: Pick<IncomingMessage, "headers">): Promise<Reply> =>
  shippedFile(
    "cairn.js",
    { type: "text/javascript; charset=utf-8", read: () => readFile(file) },
    callerCacheOf(headers),
  );
