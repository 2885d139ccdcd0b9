import type { Client } from '../../../../clients/client.ts'
import { cannotStart, EnvironmentError } from '../../../../server/env.ts'
import { type ProviderSecrets, problemsOfProviders, requiredSettings } from './provider-settings.ts'

/**
 * Reads the secrets and certificates of the clients' identity providers from the environment, once at the start.
 *
 * @throws EnvironmentError with every missing or invalid setting.
 */
export function readProviderSecrets(
  clients: readonly Client[],
  { allowsLoopback }: { allowsLoopback: boolean },
  source: Record<string, string | undefined> = process.env,
): ProviderSecrets {
  const secrets = Object.fromEntries(
    // Some tools write a multi-line variable on one line, with \n.
    [...requiredSettings(clients).keys()].map(name => [
      name,
      (source[name] ?? '').replaceAll('\\n', '\n').trim(),
    ]),
  )
  const errors = problemsOfProviders(clients, secrets, { allowsLoopback })
  if (errors.length > 0) throw new EnvironmentError(cannotStart, errors)
  return secrets
}
