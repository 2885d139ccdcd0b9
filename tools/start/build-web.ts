import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EnvironmentError } from '../../src/server/env.ts'

const run = promisify(execFile)

/** The sources of the web build. Tests and server code are excluded. */
const sources = [
  'src/**/*.{ts,tsx,css,html,svg,json}',
  'vite.config.ts',
  'tsconfig*.json',
  'package-lock.json',
]
const excluded = /(^|\/)(server|testing|demo)\/|\.test\.tsx?$/

/**
 * Builds `dist/web` if its sources have changed since the last build.
 * @returns whether it built.
 */
export async function buildWebIfChanged(root: string): Promise<boolean> {
  const stampFile = join(root, 'dist/web.stamp')
  const stamp = await stampOf(root)
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return false

  // Builds in a temporary folder and renames it, so that a failed or interrupted build leaves the previous one in place.
  const draft = join(root, `dist/web-${process.pid}`)
  const target = join(root, 'dist/web')
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    await run(process.execPath, [vite, 'build', '--outDir', draft, '--logLevel', 'warn'], {
      cwd: root,
      maxBuffer: 10_000_000,
    }).catch((error: Error & { stderr?: string }) => {
      throw new EnvironmentError(`The web application could not be built:\n${error.stderr || error.message}`)
    })
    await rm(stampFile, { force: true })
    await rm(target, { recursive: true, force: true })
    await rename(draft, target)
    await writeFile(stampFile, stamp)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return true
}

async function stampOf(root: string): Promise<string> {
  const names: string[] = []
  for await (const name of glob(sources, { cwd: root })) if (!excluded.test(name)) names.push(name)
  const hash = createHash('sha256')
  for (const name of names.sort()) hash.update(`${name}\0`).update(await readFile(join(root, name)))
  return hash.digest('hex')
}
