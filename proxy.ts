import { type NextRequest, NextResponse } from "next/server";
import { answerLink } from "@/app/link";

const development = process.env.NODE_ENV === "development";

/**
 * The content security policy of pages. Scripts run only with the nonce of this very answer. Styles may be
 * inline: positions of menus and widths of bars are style attributes, and they cannot run anything.
 */
function policy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const screens = /^\/($|p\/|account\/)/;

/**
 * Visitors without a session cookie are redirected to sign in before anything renders. The data routes check whether a
 * cookie is valid.
 */
function signInFirst(request: NextRequest): NextResponse | null {
  const { pathname, search } = request.nextUrl;
  if (!screens.test(pathname)) return null;
  if (request.cookies.getAll().some(({ name }) => name.includes("next-auth.session-token"))) return null;
  // On the same origin as the request, which Next tells as a bare path: no Host header has a say in where it leads.
  const target = new URL("/sign-in", request.url);
  if (pathname !== "/") target.searchParams.set("from", pathname + search);
  return NextResponse.redirect(target);
}

export async function proxy(request: NextRequest): Promise<Response> {
  const link = request.headers.has("x-cairn-front") ? null : await answerLink(request);
  if (link) return link;
  const elsewhere = signInFirst(request);
  if (elsewhere) return elsewhere;
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const csp = policy(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce from the request's policy and puts it on its own scripts.
  headers.set("content-security-policy", csp);
  headers.set("x-nonce", nonce);
  const answer = NextResponse.next({ request: { headers } });
  answer.headers.set("content-security-policy", csp);
  return answer;
}

// Every page, also one that does not exist: none goes out without its policy. Routes and built files are left out,
// for whatever is matched pays for this file. Links on projects' hosts are answered here only where Next stands alone.
export const config = { matcher: ["/((?!api/|_next/).*)"] };
