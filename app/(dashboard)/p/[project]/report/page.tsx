import type { Metadata } from "next";
import { Report } from "./report";

export const metadata: Metadata = { title: "Report" };

export default function ReportPage() {
  return <Report />;
}
