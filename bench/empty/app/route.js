/** As little as a Next application can answer; what links are compared with. */
export const dynamic = "force-dynamic";

export const GET = () => new Response(null, { status: 204 });
