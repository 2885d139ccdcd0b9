import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { readClientFiles } from '../../src/clients/from-files/read-client-files.ts'
import type { InstallationFile } from './installation-files.ts'

/**
 * Why nothing can be written there, as sentences: known before the questions are asked, so that nobody answers them in vain.
 */
export function folderProblems(folder: string): string[] {
  try {
    let parent = folder
    while (!existsSync(parent)) parent = dirname(parent)
    // Also that it is a folder.
    readdirSync(parent)
    accessSync(parent, constants.W_OK)
  } catch (error) {
    return [
      `This user cannot write to ${folder} (${messageOf(error)}). Create it for the user of the program, as docs/operate.md says, or name another with --folder.`,
    ]
  }
  const settings = join(folder, 'almoner.env')
  return existsSync(settings) ? [`${settings} exists, and is not replaced.`] : []
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Writes the files of an installation, all or none, and replaces nothing.
 *
 * @returns what is wrong, as sentences; then nothing was written.
 */
export function writeInstallation(folder: string, files: readonly InstallationFile[]): string[] {
  const existing = files.map(({ name }) => join(folder, name)).filter(path => existsSync(path))
  if (existing.length > 0) return existing.map(path => `${path} exists, and is not replaced.`)
  // In the same folder, so that each file takes its place in one step.
  const unfinished = join(folder, `.unfinished-${randomUUID()}`)
  try {
    for (const { name, text, mode } of files) {
      const path = join(unfinished, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text, { mode: 0o600 })
      chmodSync(path, mode)
    }
    // The start will read the client in the same way.
    const { problems } = readClientFiles(join(unfinished, 'clients'))
    if (problems.length > 0) return problems.map(problem => problem.replaceAll(`${unfinished}/`, ''))
    return placeAll(files.map(({ name }) => ({ from: join(unfinished, name), to: join(folder, name) })))
  } catch (error) {
    return [`The files cannot be written: ${messageOf(error)}.`]
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Somebody may write the same files meanwhile: then those of this call are removed again. */
function placeAll(files: readonly { from: string; to: string }[]): string[] {
  const placed: string[] = []
  try {
    for (const { from, to } of files) {
      mkdirSync(dirname(to), { recursive: true })
      linkSync(from, to)
      placed.push(to)
    }
    return []
  } catch (error) {
    for (const path of placed) rmSync(path)
    return [messageOf(error)]
  }
}
