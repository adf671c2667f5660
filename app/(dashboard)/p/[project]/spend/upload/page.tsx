import type { Metadata } from "next";
import { ChooseFile } from "./choose-file";

export const metadata: Metadata = { title: "Upload a file" };

export default function UploadPage() {
  return <ChooseFile />;
}
