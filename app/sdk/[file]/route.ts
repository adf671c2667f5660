import { archiveOf, packedFiles } from "@/app/sdk/[file]/package-files";
import { shippedFile } from "@/app/shipped-file";
import { notFound } from "@/lib/platform/http/endpoint";
import { webResponse } from "@/lib/platform/http/web";

/** The packages of this version for apps, so that nobody depends on a registry. */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }) {
  const files = await packedFiles((await params).file);
  if (!files) return webResponse(notFound());
  return shippedFile(request, { type: "application/gzip", read: () => archiveOf(files) });
}
