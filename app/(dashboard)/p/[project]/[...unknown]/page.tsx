import { notFound } from "next/navigation";

/** What no screen has the address of keeps the frame: the page beside this folder is drawn in it. */
export default function UnknownPage() {
  notFound();
}
