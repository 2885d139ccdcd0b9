import * as z from 'zod/mini'
import { botCheckServices } from '../../contract/bot-check.ts'
import { Problem } from '../../contract/problems.ts'

export type ExternalService = 'turnstile' | 'hcaptcha' | 'recaptcha'

/** The verification endpoints. All three services have the same request and response format. */
export const verificationUrls: Record<ExternalService, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
}

const timeoutMs = 5_000
const maxResponseLength = 16_384

const verification = z.object({
  success: z.boolean(),
  /** The host of the page where the check was solved. */
  hostname: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
})

/** Error codes that report a fault of our configuration instead of a failed check. */
const configurationErrors =
  /^(missing|invalid|bad)-(input-secret|request)$|^(internal-error|sitekey-secret-mismatch)$/

/**
 * Verifies a token with its service. There is no retry, because services accept a token only once.
 *
 * @throws Problem service-unavailable (§8) if the service does not respond in time or in its documented format.
 */
export async function verifyToken(
  service: ExternalService,
  request: { secret: string; token: string; host: string; address: string },
): Promise<boolean> {
  const { secret, token, host, address } = request
  const body = new URLSearchParams({ secret, response: token })
  const result = await fetch(address, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then(readResponse)
    .catch(() => null)
  const isMisconfigured = result?.['error-codes']?.some(code => configurationErrors.test(code)) ?? false
  if (result === null || isMisconfigured)
    throw new Problem('service-unavailable', {
      detail: 'Service Unavailable',
      service: botCheckServices[service],
    })
  // A token that was solved on another site is invalid here.
  return result.success && (result.hostname === undefined || result.hostname === host)
}

async function readResponse(response: Response): Promise<z.infer<typeof verification> | null> {
  if (!response.ok) return null
  const text = await response.text()
  if (text.length > maxResponseLength) return null
  const parsed = verification.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : null
}
