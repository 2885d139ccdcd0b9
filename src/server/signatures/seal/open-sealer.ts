import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, EnvironmentError } from '../../env.ts'
import { readSealer, type Sealer } from './sealer.ts'

/** Where the demonstration stores the seal that it makes. */
export const demonstrationSeal = (dataDir: string) => join(dataDir, 'seal.pem')

/**
 * The seal for signed documents: from SEAL_FILE; in the demonstration, without it, one that is made at the first start.
 *
 * A certificate that is not valid today disables signing alone (watch-seal.ts).
 *
 * @throws EnvironmentError if production has no SEAL_FILE, or if it cannot be read.
 */
export async function openSealer(
  { sealFile, mode, dataDir }: Pick<Environment, 'sealFile' | 'mode' | 'dataDir'>,
  now: Date,
): Promise<Sealer> {
  if (sealFile === null && mode === 'production')
    throw new EnvironmentError(
      'SEAL_FILE is missing: the PEM file that seals signed documents. Nothing can be signed without it.',
    )
  const path = sealFile ?? (await storedSeal(dataDir, now))
  return readSealer(await read(path), `The file ${path} of SEAL_FILE`)
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new EnvironmentError(
      `The file ${path} of SEAL_FILE cannot be read: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** Written beside its place first, so that a crash leaves no half of it; the first of two programs decides. */
async function storedSeal(dataDir: string, now: Date): Promise<string> {
  const path = demonstrationSeal(dataDir)
  const exists = await readFile(path).then(
    () => true,
    () => false,
  )
  if (exists) return path
  // A dynamic import, because only the first start needs it.
  const { makeSealerPem } = await import('./make-sealer.ts')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, await makeSealerPem('Almoner demonstration', now), { mode: 0o600 })
  await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(temporary)
  return path
}
