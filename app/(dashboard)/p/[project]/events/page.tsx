import { Events } from "./events";

export default function EventsPage() {
  return <Events />;
}
