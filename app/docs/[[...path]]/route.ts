import { endpoints } from "@/app/api/endpoints";
import { webResponse } from "@/lib/platform/http/web";
import { referenceSite } from "@/lib/reference/site";

const site = referenceSite(endpoints);

/** The API reference if Next runs alone. Otherwise the front process serves it. */
export async function GET(request: Request) {
  const header = (name: string) => request.headers.get(name);
  return webResponse(await site({ method: "GET", path: new URL(request.url).pathname, header }));
}
