import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtFiles, frameRenderer } from '../../server/http/built-files.ts'
import { temporaryDirectory } from '../../testing/temporary/temporary-directory.ts'
import { builtWebProblems } from './built-web.ts'

test('an unfinished front end is refused with the file that is missing', async () => {
  const folder = temporaryDirectory('web')
  const root = join(folder, 'web')
  expect(builtWebProblems(root)).toEqual([expect.stringContaining('The front end is not built')])
  await mkdir(join(root, 'assets'), { recursive: true })
  await writeFile(join(root, 'index.html'), '<script src="/assets/main-1a2b.js"></script>')
  expect(builtWebProblems(root)).toEqual([expect.stringContaining('dist/web/screens.json is missing')])
  await mkdir(join(root, 'renderer'))
  for (const file of [...builtFiles, frameRenderer]) await writeFile(join(root, file), '{}')
  expect(builtWebProblems(root)).toEqual([expect.stringContaining('dist/web/assets/main-1a2b.js is missing')])
  await writeFile(join(root, 'assets/main-1a2b.js'), '')
  expect(builtWebProblems(root)).toEqual([])
  await rm(folder, { recursive: true })
})
