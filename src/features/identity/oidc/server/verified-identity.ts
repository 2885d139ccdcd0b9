import * as z from 'zod/mini'

const text = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength))

/** Identifies the person at the first login: a user id or an e-mail that the provider has verified. */
const linkClaim = z.object({ to: z.enum(['ssoId', 'verified-email']), value: text(320) })
export type LinkClaim = z.infer<typeof linkClaim>

/** The identity that a provider verified, its ID token and the authentication methods (RFC 8176). */
export const verifiedIdentity = z.object({
  subject: text(500),
  linkClaim: z.nullable(linkClaim),
  idToken: z.nullable(z.string()),
  /** The session at the provider, which its back-channel logout names. */
  sid: z.nullable(text(500)),
  amr: z.array(text(100)).check(z.maxLength(20)),
  acr: z.nullable(text(300)),
  /** When the person authenticated at the provider, in ms since 1970; null if it does not say. */
  verifiedAtMs: z.nullable(z.int()),
})
export type VerifiedIdentity = z.infer<typeof verifiedIdentity>
