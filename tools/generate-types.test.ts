import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../src/testing/database/database.ts'
import { temporaryDirectory } from '../src/testing/temporary/temporary-directory.ts'
import { generateTypes, schemaFile } from './generate-types.ts'

test('src/server/db/schema.ts matches the migrations (else run npm run db:types)', async () => {
  const database = await createTestDatabase()
  const folder = temporaryDirectory('types')
  try {
    const fresh = join(folder, 'schema.ts')
    await generateTypes(database.connection, fresh)
    expect(await readFile(schemaFile, 'utf8')).toBe(await readFile(fresh, 'utf8'))
  } finally {
    await rm(folder, { recursive: true })
    await database.drop()
  }
})
