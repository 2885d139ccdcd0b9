import type { Client } from '../../clients/client.ts'
import { cannotStart, EnvironmentError } from '../env.ts'

/** The secrets of external bot checks, by the names of their environment variables. */
export type BotCheckSecrets = Readonly<Record<string, string>>

/**
 * Reads the secrets of the clients' bot checks from the environment, once at the start.
 *
 * @throws EnvironmentError that names every missing secret.
 */
export function readBotCheckSecrets(
  clients: readonly Client[],
  source: Record<string, string | undefined> = process.env,
): BotCheckSecrets {
  const secrets: Record<string, string> = {}
  const errors: string[] = []
  for (const { name, botCheck } of clients) {
    if (botCheck.service === 'altcha') continue
    const value = (source[botCheck.secretName] ?? '').trim()
    if (value === '')
      errors.push(`${botCheck.secretName} is missing. It is the secret of ${name}’s bot check.`)
    secrets[botCheck.secretName] = value
  }
  if (errors.length > 0) throw new EnvironmentError(cannotStart, errors)
  return secrets
}
