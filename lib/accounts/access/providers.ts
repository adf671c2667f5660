import GitHubProvider from "next-auth/providers/github";
import GoogleProvider from "next-auth/providers/google";
import type { Provider } from "next-auth/providers/index";
import { env } from "@/lib/base/env";

type GitHubAddress = { email: string; verified: boolean; primary: boolean };

/**
 * GitHub also returns unverified addresses, and only a verified one identifies a person. The address on the public
 * profile is ignored, because only the list of addresses shows which ones are verified.
 */
async function verifiedGitHubEmail(accessToken: string): Promise<string | null> {
  const answer = await fetch("https://api.github.com/user/emails", {
    headers: { authorization: `Bearer ${accessToken}`, "user-agent": "cairn" },
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) return null;
  return verifiedPrimary((await answer.json()) as GitHubAddress[]);
}

export const verifiedPrimary = (addresses: GitHubAddress[]) =>
  addresses.find((address) => address.primary && address.verified)?.email ?? null;

/** The other sign-in services with configured credentials. */
export function otherProviders(): Provider[] {
  const providers: Provider[] = [];
  if (env.GITHUB_ID && env.GITHUB_SECRET) {
    providers.push(
      GitHubProvider({
        clientId: env.GITHUB_ID,
        clientSecret: env.GITHUB_SECRET,
        userinfo: {
          url: "https://api.github.com/user",
          async request({ client, tokens }) {
            const profile = await client.userinfo(tokens.access_token ?? "");
            const email = await verifiedGitHubEmail(tokens.access_token ?? "");
            return { ...profile, email: email ?? "" };
          },
        },
      }),
    );
  }
  if (env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET) {
    providers.push(
      GoogleProvider({
        clientId: env.GOOGLE_CLIENT_ID,
        clientSecret: env.GOOGLE_CLIENT_SECRET,
        profile: (profile) => ({
          id: profile.sub,
          name: profile.name,
          email: profile.email_verified === true ? profile.email : "",
        }),
      }),
    );
  }
  return providers;
}
