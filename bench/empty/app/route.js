/** The least that a route handler of Next can do. */
export const dynamic = "force-dynamic";

export const GET = () => new Response(null, { status: 204 });
export const POST = GET;
