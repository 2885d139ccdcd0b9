import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import type { BotCheckAnswer, BotCheckTask } from '../../contract/bot-check.ts'
import { fieldProblem } from '../../contract/problems.ts'
import { consumeNonce } from '../auth/replay-guard.ts'
import type { DB } from '../db/schema.ts'
import { issueChallenge, maxSteps, verifyChallenge } from './altcha.ts'
import type { BotCheckSecrets } from './bot-check-secrets.ts'
import { type ExternalService, verifyToken } from './external-service.ts'

/** The configuration of external services: our secrets by variable name, and the verification URLs. */
export type BotChecks = { secrets: BotCheckSecrets; addresses: Record<ExternalService, string> }

/** The client and host of the request, and the server's configuration. */
export type BotCheckContext = BotChecks & {
  client: Client
  /** The host name without its port. */
  host: string
  now: Date
  /** The root secret from which keys are derived. */
  secret: string
}

/** The task for the visitor's browser. */
export async function createBotCheckTask({ client, secret, now }: BotCheckContext): Promise<BotCheckTask> {
  const { botCheck } = client
  if (botCheck.service !== 'altcha') return { service: botCheck.service, siteKey: botCheck.siteKey }
  return { service: 'altcha', challenge: await issueChallenge(secret, client, now), maxSteps }
}

/** Call it in the transaction that the check protects. Returns false if the solution was used before. */
type ConsumeSolution = (trx: Kysely<DB>) => Promise<boolean>

/**
 * Verifies a bot check. The returned function consumes the solution; it is separate so that an idempotent retry of a request
 * is not rejected as a replay.
 *
 * @throws Problem validation on the field botCheck, or service-unavailable (§8) if the service does not respond.
 */
export async function requireBotCheck(
  answer: BotCheckAnswer,
  context: BotCheckContext,
): Promise<ConsumeSolution> {
  const { client, secret, now, host, secrets, addresses } = context
  const { botCheck } = client
  if (botCheck.service === 'altcha') {
    const solved =
      answer.service === 'altcha' ? await verifyChallenge(secret, client, answer.answer, now) : null
    if (!solved) throw botCheckFailed()
    return trx => consumeNonce(trx, 'bot-check', `${client.name} ${solved.id}`, solved.expiresAt)
  }
  if (answer.service !== botCheck.service) throw botCheckFailed()
  const isVerified = await verifyToken(botCheck.service, {
    secret: secrets[botCheck.secretName] ?? '',
    token: answer.token,
    host,
    address: addresses[botCheck.service],
  })
  if (!isVerified) throw botCheckFailed()
  // The service itself accepts a token once.
  return async () => true
}

export const botCheckFailed = () =>
  fieldProblem('botCheck', 'We couldn’t confirm that you’re not a robot. Please send your message again.')
