import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/app.ts'
import { makeFund } from '../../../../testing/factories/make-fund.ts'
import { makeGrant } from '../../../../testing/factories/make-grant.ts'
import { runCommand } from '../../../../testing/run-command.ts'
import { temporaryDirectory } from '../../../../testing/temporary/temporary-directory.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const run = (...args: string[]) => runCommand(portal.database, 'tools/certificate-verify.ts', args)

test('the commands write a whole book once, verify it, and exit with 1 after one byte and with 2 without a file', async () => {
  const fund = await makeFund(portal)
  await makeGrant(portal, fund)
  await makeGrant(portal, fund)
  const folder = temporaryDirectory('certificates')
  const file = join(folder, 'npt.jsonl')
  expect(run('export', 'npt', file)).toMatchObject({ status: 0 })
  const second = run('export', 'npt', file)
  expect([second.status, second.stderr]).toEqual([2, `${file} exists, and is not replaced.\n`])
  expect(run('export', 'npt', join(file, 'below')).stderr).toMatch(/^\S+ cannot be written: ENOTDIR[^\n]*\n$/)
  const { status, stdout } = run(file)
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^2 certificates of the book npt, 2 with the internal part\. Nothing was changed\.\nThe file has every certificate from the first on\.\nThe last is certificate 2\. /,
    ),
  ])
  const bytes = await readFile(file)
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1
  await writeFile(file, bytes)
  expect(run(file)).toMatchObject({ status: 1, stdout: expect.stringMatching(/^NOT valid: line 2/) })
  expect(run(join(folder, 'absent')).status).toBe(2)
}, 90_000)
