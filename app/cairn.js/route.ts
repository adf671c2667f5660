import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { shippedFile } from "@/app/shipped-file";

/** The script for customers' sites, as it stands in the source. */
export const GET = (request: Request) =>
  shippedFile(request, {
    type: "text/javascript; charset=utf-8",
    read: () => readFile(join(process.cwd(), "sdk/web/cairn.js")),
  });
