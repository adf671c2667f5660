import { Installs } from "./installs";

export default function InstallsPage() {
  return <Installs />;
}
