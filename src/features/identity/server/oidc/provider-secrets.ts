import type { Client } from '../../../../clients/client.ts'
import { EnvironmentError } from '../../../../server/env.ts'
import { neededSettings, type ProviderSecrets, problemsOfProviders } from './provider-settings.ts'

/**
 * What the clients' identity providers need of the environment, read once at the start.
 *
 * @throws EnvironmentError naming everything that is missing or wrong with the providers, at once.
 */
export function readProviderSecrets(
  clients: readonly Client[],
  { allowsLoopback }: { allowsLoopback: boolean },
  source: Record<string, string | undefined> = process.env,
): ProviderSecrets {
  const secrets = Object.fromEntries(
    // Some ways to set an environment keep a text on one line.
    [...neededSettings(clients).keys()].map(name => [
      name,
      (source[name] ?? '').replaceAll('\\n', '\n').trim(),
    ]),
  )
  const wrong = problemsOfProviders(clients, secrets, { allowsLoopback })
  if (wrong.length > 0) throw new EnvironmentError(['The server cannot start:', ...wrong].join('\n  '))
  return secrets
}
