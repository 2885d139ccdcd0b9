import type { Client } from '../../clients/client.ts'
import { EnvironmentError } from '../env.ts'

/** What settings of the environment hold, by their names: the secrets of the outside bot checks. */
export type BotCheckSecrets = Readonly<Record<string, string>>

/**
 * What the clients' bot checks need of the environment, read once at the start.
 *
 * @throws EnvironmentError naming every secret that is missing.
 */
export function readBotCheckSecrets(
  clients: readonly Client[],
  source: Record<string, string | undefined> = process.env,
): BotCheckSecrets {
  const secrets: Record<string, string> = {}
  const wrong: string[] = []
  for (const { name, botCheck } of clients) {
    if (botCheck.service === 'altcha') continue
    const value = (source[botCheck.secretName] ?? '').trim()
    if (value === '') wrong.push(`${botCheck.secretName} is missing: the secret of ${name}’s bot check.`)
    secrets[botCheck.secretName] = value
  }
  if (wrong.length > 0) throw new EnvironmentError(['The program cannot start:', ...wrong].join('\n  '))
  return secrets
}
