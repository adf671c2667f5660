import type { Metadata } from "next";
import { UploadedFile } from "./uploaded-file";

export const metadata: Metadata = { title: "Uploaded file" };

export default async function UploadedFilePage({ params }: { params: Promise<{ upload: string }> }) {
  const { upload } = await params;
  return <UploadedFile id={upload} />;
}
