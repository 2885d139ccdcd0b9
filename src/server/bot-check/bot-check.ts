import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import type { BotCheckAnswer, BotCheckTask } from '../../contract/bot-check.ts'
import { fieldProblem } from '../../contract/problems.ts'
import { consumeNonce } from '../auth/replay-guard.ts'
import type { DB } from '../db/schema.ts'
import { newChallenge, solvedChallenge, stepsAtMost } from './altcha.ts'
import type { BotCheckSecrets } from './bot-check-secrets.ts'
import { type ExternalService, isGoodToken } from './external-service.ts'

/** What outside services need: our secrets there, by the settings that hold them, and where each verifies. */
export type BotChecks = { secrets: BotCheckSecrets; addresses: Record<ExternalService, string> }

/** Where the visitor is, and what the check needs of the program. */
export type CheckedAt = BotChecks & {
  client: Client
  /** The host's name, without its port. */
  host: string
  now: Date
  /** Root of every derived key. */
  secret: string
}

/** What the visitor's browser has to do. */
export async function botCheckFor({ client, secret, now }: CheckedAt): Promise<BotCheckTask> {
  const { botCheck } = client
  if (botCheck.service !== 'altcha') return { service: botCheck.service, siteKey: botCheck.siteKey }
  return { service: 'altcha', challenge: await newChallenge(secret, client, now), stepsAtMost }
}

/** To be called in the transaction of what the check is for: false where the same proof was used before. */
export type ConsumeStepUp = (trx: Kysely<DB>) => Promise<boolean>

/**
 * Whether a person is there. What comes back uses the proof up, so that a repeat of a request that was lost is not refused by it.
 *
 * @throws Problem validation on the field botCheck, or service-unavailable (§8) where the service cannot be asked.
 */
export async function requirePerson(given: BotCheckAnswer, at: CheckedAt): Promise<ConsumeStepUp> {
  const { client, secret, now, host, secrets, addresses } = at
  const { botCheck } = client
  if (botCheck.service === 'altcha') {
    const solved =
      given.service === 'altcha' ? await solvedChallenge(secret, client, given.answer, now) : null
    if (!solved) throw notVerified()
    return trx => consumeNonce(trx, 'bot-check', `${client.name} ${solved.id}`, solved.until)
  }
  if (given.service !== botCheck.service) throw notVerified()
  const isGood = await isGoodToken(botCheck.service, {
    secret: secrets[botCheck.secretName] ?? '',
    token: given.token,
    host,
    address: addresses[botCheck.service],
  })
  if (!isGood) throw notVerified()
  // The service itself takes a token once.
  return async () => true
}

export const notVerified = () =>
  fieldProblem(
    'botCheck',
    'The check that a person is writing has not succeeded. Please send your message again.',
  )
