import { packageArchive, packedFiles } from "@/app/sdk/[file]/package-files";
import { shippedFile } from "@/lib/platform/http/bundled-file";
import { notFound } from "@/lib/platform/http/endpoint";
import { webResponse } from "@/lib/platform/http/web";

/** Serves this version's app packages, so that no registry is required. */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params;
  const files = await packedFiles(file);
  if (!files) return webResponse(notFound());
  const known = { ifNoneMatch: request.headers.get("if-none-match"), acceptEncoding: null };
  return webResponse(
    await shippedFile(file, { type: "application/gzip", read: () => packageArchive(files) }, known),
  );
}
