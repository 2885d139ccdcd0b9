import * as z from 'zod/mini'
import { minuteMs } from '../domain/durations.ts'

/** The bot-check services by their public names (docs/decisions/0020-contact-and-bot-check.md), which error texts show (§8). */
export const botCheckServices = {
  altcha: 'ALTCHA',
  turnstile: 'Cloudflare Turnstile',
  hcaptcha: 'hCaptcha',
  recaptcha: 'reCAPTCHA',
} as const satisfies Record<string, string>
export type BotCheckService = keyof typeof botCheckServices

/** Long enough to write a letter. A form that is open for longer solves a new challenge when it is sent. */
export const challengeUsableMs = 20 * minuteMs

const hex = (longest: number) => z.string().check(z.regex(/^[0-9a-f]+$/), z.maxLength(longest))

/** A challenge of the ALTCHA protocol, version 2: find the counter whose derived key begins with `keyPrefix`. */
export const altchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    cost: z.int().check(z.minimum(1), z.maximum(100_000)),
    expiresAt: z.int().check(z.minimum(0), z.maximum(9_999_999_999)),
    keyLength: z.int().check(z.minimum(16), z.maximum(64)),
    keyPrefix: hex(128),
    keySignature: hex(128),
    nonce: hex(128),
    salt: hex(128),
  }),
  signature: hex(128),
})
export type AltchaChallenge = z.infer<typeof altchaChallenge>

const altchaAnswer = z.object({
  challenge: altchaChallenge,
  solution: z.object({
    counter: z.int().check(z.minimum(0), z.maximum(0xffff_ffff)),
    derivedKey: hex(128),
  }),
})
export type AltchaAnswer = z.infer<typeof altchaAnswer>

/** What a visitor's browser needs to pass the bot check. */
export const botCheck = z.discriminatedUnion('service', [
  z.object({
    service: z.literal('altcha'),
    challenge: altchaChallenge,
    /** The most steps that a solution takes, to show progress. */
    maxSteps: z.int(),
  }),
  z.object({ service: z.enum(['turnstile', 'hcaptcha', 'recaptcha']), siteKey: z.string() }),
])

export type BotCheckTask = z.infer<typeof botCheck>

/** The solution: ALTCHA's, or the token that another service gave the browser. */
export const botCheckAnswer = z.discriminatedUnion('service', [
  z.object({ service: z.literal('altcha'), answer: altchaAnswer }),
  z.object({
    service: z.enum(['turnstile', 'hcaptcha', 'recaptcha']),
    token: z.string().check(z.minLength(1), z.maxLength(8192)),
  }),
])
export type BotCheckAnswer = z.infer<typeof botCheckAnswer>
