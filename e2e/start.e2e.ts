import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { temporaryDirectory } from '../src/testing/temporary/temporary-directory.ts'
import { onlyLong } from './long.ts'

const run = promisify(execFile)
// Node, unlike Chromium, resolves no names under localhost.
const health = `http://127.0.0.1:${process.env.ALMONER_E2E_PORT}/healthz`
const root = fileURLToPath(new URL('..', import.meta.url))
/** On a machine with much other work, Node needs half a minute to load the program. */
const maxRunMs = 100_000
test.describe.configure({ timeout: 3 * maxRunMs })

/** Runs one of the project's programs until it exits, with only these settings in its environment. */
async function runToEnd(
  script: string,
  settings: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const { PATH = '', HOME = '' } = process.env
  return run(process.execPath, [script], {
    cwd: root,
    env: { PATH, HOME, ...settings },
    timeout: maxRunMs,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  )
}

test('the server answers /healthz once it is ready', async ({ request }) => {
  expect((await request.get(health)).status()).toBe(200)
})

test('refuses a second start on the same data folder, and keeps the first running', async ({ request }) => {
  const dataDir = process.env.ALMONER_E2E_DATA_DIR ?? ''
  const { code, output } = await runToEnd('tools/start.ts', { DATA_DIR: dataDir, PORT: '0' })
  expect(code).toBe(1)
  expect(output).toContain(
    `Another server uses ${dataDir}: stop it first, or choose another folder with DATA_DIR.`,
  )
  expect((await request.get(health)).status()).toBe(200)
})

test('says what is wrong with the port before it creates any data', async () => {
  const folder = temporaryDirectory('port')
  const dataDir = join(folder, 'data')
  const taken = process.env.ALMONER_E2E_PORT ?? ''
  const wrong = await runToEnd('tools/start.ts', { DATA_DIR: dataDir, PORT: '99999' })
  expect(wrong).toEqual({
    code: 1,
    output:
      'The server cannot start:\n  PORT must be a whole number from 0 to 65535: the port to listen on.\n',
  })
  const used = await runToEnd('tools/start.ts', { DATA_DIR: dataDir, PORT: taken })
  expect(used).toEqual({
    code: 1,
    output: `Another program, perhaps this portal, uses port ${taken}: stop it, or set PORT to another one, such as 3001.\n`,
  })
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

test('refuses to start in production without its required settings, and names each', onlyLong, async () => {
  const { code, output } = await runToEnd('src/app/server/main.ts', {})
  expect(code).toBe(1)
  for (const name of ['CLIENTS_DIR', 'DATABASE_URL', 'APP_SECRET', 'PUBLIC_ORIGIN'])
    expect(output).toContain(`${name} is missing:`)
})
