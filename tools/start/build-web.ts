import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EnvironmentError } from '../../src/server/env.ts'

const run = promisify(execFile)

/** What the built web is made from; tests and the server's own files are not in it. */
const sources = [
  'src/**/*.{ts,tsx,css,html,svg,json}',
  'vite.config.ts',
  'tsconfig*.json',
  'package-lock.json',
]
const notSources = /(^|\/)(server|testing|demo)\/|\.test\.tsx?$/

/**
 * Builds `dist/web` when what it is made from has changed since it was last built.
 * @returns whether it had to.
 */
export async function buildWebIfChanged(root: string): Promise<boolean> {
  const stampFile = join(root, 'dist/web.stamp')
  const stamp = await stampOf(root)
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return false

  // Built aside and moved, so that a build that fails or is interrupted leaves the last one in place.
  const draft = join(root, `dist/web-${process.pid}`)
  const place = join(root, 'dist/web')
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    await run(process.execPath, [vite, 'build', '--outDir', draft, '--logLevel', 'warn'], {
      cwd: root,
      maxBuffer: 10_000_000,
    }).catch((error: Error & { stderr?: string }) => {
      throw new EnvironmentError(`The web could not be built:\n${error.stderr || error.message}`)
    })
    await rm(stampFile, { force: true })
    await rm(place, { recursive: true, force: true })
    await rename(draft, place)
    await writeFile(stampFile, stamp)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return true
}

async function stampOf(root: string): Promise<string> {
  const names: string[] = []
  for await (const name of glob(sources, { cwd: root })) if (!notSources.test(name)) names.push(name)
  const hash = createHash('sha256')
  for (const name of names.sort()) hash.update(`${name}\0`).update(await readFile(join(root, name)))
  return hash.digest('hex')
}
