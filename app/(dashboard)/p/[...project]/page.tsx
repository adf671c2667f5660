import { notFound } from "next/navigation";

/** An address below a project that no screen has. It lies beside the screens, so that the status is the server's: 404. */
export default function UnknownPage(): never {
  notFound();
}
