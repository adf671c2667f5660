import { packageFile, packagePaths } from "@/app/sdk/[file]/package-files";
import { shippedFile } from "@/app/shipped-file";
import { notFound } from "@/lib/platform/http/endpoint";
import { webResponse } from "@/lib/platform/http/web";

/** The packages of this version for apps, so that nobody depends on a registry. */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }) {
  const paths = await packagePaths((await params).file);
  if (!paths) return webResponse(notFound());
  return shippedFile(request, { type: "application/gzip", read: () => packageFile(paths) });
}
