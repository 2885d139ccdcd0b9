import * as z from 'zod/mini'
import { botCheckServices } from '../../contract/bot-check.ts'
import { Problem } from '../../contract/problems.ts'

export type ExternalService = 'turnstile' | 'hcaptcha' | 'recaptcha'

/** Where each service says whether what it gave a browser is good; all three ask and answer in the same words. */
export const verificationAddresses: Record<ExternalService, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
}

const withinMs = 5_000
const longestAnswerBytes = 16_384

const answer = z.object({
  success: z.boolean(),
  /** Of the page where it was solved. */
  hostname: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
})

/** What the services say of our own request, not of the person: then nobody could get through. */
const ourOwnMistakes =
  /^(missing|invalid|bad)-(input-secret|request)$|^(internal-error|sitekey-secret-mismatch)$/

/**
 * Asks the service whether this token is good. It is asked once: a token is worth nothing a second time.
 *
 * @throws Problem service-unavailable (§8) where it does not answer in time, or not in its own words.
 */
export async function isGoodToken(
  service: ExternalService,
  about: { secret: string; token: string; host: string; address: string },
): Promise<boolean> {
  const { secret, token, host, address } = about
  const body = new URLSearchParams({ secret, response: token })
  const said = await fetch(address, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(withinMs),
  })
    .then(readAnswer)
    .catch(() => null)
  const isOurs = said?.['error-codes']?.some(code => ourOwnMistakes.test(code)) ?? false
  if (said === null || isOurs)
    throw new Problem('service-unavailable', {
      detail: 'Service Unavailable',
      service: botCheckServices[service],
    })
  // Solved on another site, and carried here.
  return said.success && (said.hostname === undefined || said.hostname === host)
}

async function readAnswer(response: Response): Promise<z.infer<typeof answer> | null> {
  if (!response.ok) return null
  const text = await response.text()
  if (text.length > longestAnswerBytes) return null
  const parsed = answer.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : null
}
