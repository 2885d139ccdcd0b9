import { clients } from '../../clients/clients.ts'
import { systemClock } from '../../domain/clock.ts'
import { ownTextProblems } from '../../features/content/server/common-texts.ts'
import { readProviderSecrets } from '../../features/identity/oidc/server/provider-secrets.ts'
import { prepareCheckpointFolder } from '../../server/audit/checkpoint-file.ts'
import { readBotCheckSecrets } from '../../server/bot-check/bot-check-secrets.ts'
import { cannotStart, type Environment, EnvironmentError } from '../../server/env.ts'
import { openSealer } from '../../server/signatures/seal/open-sealer.ts'
import { openSignatureProviders } from './signature-providers.ts'

/** The files, secrets and folders that settings name. */
export type Configured = Awaited<ReturnType<typeof openConfigured>>

/**
 * Reads the files, secrets and folders that settings name.
 *
 * @param found what is wrong with the settings themselves; it is listed first.
 * @throws EnvironmentError with everything that is wrong, so that an operator can correct all of it at once.
 */
export async function openConfigured(environment: Environment, found: readonly string[] = []) {
  const problems = [...found, ...ownTextProblems]
  const noteProblems = (error: unknown): null => {
    if (!(error instanceof EnvironmentError)) throw error
    problems.push(...error.problems)
    return null
  }
  const allowsLoopback = !environment.originPattern.startsWith('https:')
  const folder = environment.auditCheckpointDir
  const sealer = await openSealer(environment, systemClock.now()).catch(noteProblems)
  const signatures = await openSignatureProviders(environment).catch(noteProblems)
  const providerSecrets = orProblems(
    () => readProviderSecrets(Object.values(clients), { allowsLoopback }),
    noteProblems,
  )
  const botCheckSecrets = orProblems(() => readBotCheckSecrets(Object.values(clients)), noteProblems)
  await prepareCheckpointFolder(folder).catch((error: unknown) =>
    problems.push(
      `The folder for the checkpoints of the audit log cannot be written (AUDIT_CHECKPOINT_DIR): ${error}`,
    ),
  )
  if (problems.length > 0 || !sealer || !signatures || !providerSecrets || !botCheckSecrets)
    throw new EnvironmentError(cannotStart, problems)
  return { sealer, signatures, providerSecrets, botCheckSecrets }
}

function orProblems<T>(read: () => T, noteProblems: (error: unknown) => null): T | null {
  try {
    return read()
  } catch (error) {
    return noteProblems(error)
  }
}
