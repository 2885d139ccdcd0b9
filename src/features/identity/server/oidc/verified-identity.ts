import * as z from 'zod/mini'

const short = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest))

/** By what a subject is found the first time: a user id, or an e-mail that the provider has verified. */
export const claimed = z.object({ to: z.enum(['ssoId', 'verified-email']), value: short(320) })
export type Claimed = z.infer<typeof claimed>

/** Whom a provider vouched for, its word for it, and how it says that the person signed in (RFC 8176). */
export const verifiedIdentity = z.object({
  subject: short(500),
  claimed: z.nullable(claimed),
  idToken: z.nullable(z.string()),
  /** The session at the provider, which its back-channel logout names. */
  sid: z.nullable(short(500)),
  amr: z.array(short(100)).check(z.maxLength(20)),
  acr: z.nullable(short(300)),
  /** When the person proved there that it is them, in ms since 1970; null where the provider does not say. */
  verifiedAtMs: z.nullable(z.int()),
})
export type VerifiedIdentity = z.infer<typeof verifiedIdentity>
