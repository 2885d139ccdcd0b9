import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { encryptedFiles } from '../../server/files/encrypted-files.ts'
import { folderFiles } from '../../server/files/folder-files.ts'
import { addJob } from '../../server/jobs/add-job.ts'
import { startJobWorker } from '../../server/jobs/worker.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { testDocumentKeys } from '../../testing/document-keys.ts'
import { jobSettings } from '../../testing/jobs.ts'
import { temporaryDirectory } from '../../testing/temporary/temporary-directory.ts'
import { tasks } from './jobs.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = temporaryDirectory('files')
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

type Schema = z.core.JSONSchema.BaseSchema

// As in the queue: before its values are decoded.
const schemaOf = (payload: z.ZodType) => z.toJSONSchema(payload, { io: 'input' })

/** A value of the schema, in which clients and books have a name that does not exist. */
function example(schema: Schema, property = ''): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (typeof first === 'object') return example(first, property)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, each]) => [name, example(each as Schema, name)]),
    )
  if (schema.type === 'integer') return 1
  if (schema.type === 'boolean') return true
  if (Array.isArray(schema.type) && schema.type.includes('null')) return null
  if (schema.type !== 'string') throw new Error(`no example of ${JSON.stringify(schema)}`)
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000001'
  if (schema.format === 'date-time') return '2026-03-16T15:00:00.000Z'
  if (property.endsWith('On')) return '2026-03-16'
  return property === 'client' || property === 'book' ? 'nobody' : 'x'
}

const aboutClients = tasks.filter(({ payload }) => {
  const properties = schemaOf(payload).properties ?? {}
  return 'client' in properties || 'book' in properties
})

test('every job about a client that does not exist fails and stays, with the reason', async () => {
  expect(aboutClients.length).toBeGreaterThan(20)
  for (const task of aboutClients) {
    const db = task.reachesBooks ? database.databases.realm('npt') : database.databases.book('npt')
    await addJob(db, task, example(schemaOf(task.payload)))
  }
  const log = { warn: () => {}, error: () => {} }
  const documentFiles = encryptedFiles(folderFiles(folder), testDocumentKeys)
  const worker = await startJobWorker({
    databases: database.databases,
    tasks,
    ...jobSettings,
    documentFiles,
    log,
  })
  try {
    await expect
      .poll(
        async () => {
          const { rows } = await database.admin.query(
            'select task_identifier as task, attempts, last_error from graphile_worker.jobs order by 1',
          )
          return rows.map(({ task, attempts, last_error: reason }) =>
            attempts > 0 && /\bnobody\b/.test(reason ?? '') ? task : { task, attempts, reason },
          )
        },
        { timeout: 20_000 },
      )
      .toEqual(aboutClients.map(({ name }) => name).sort())
  } finally {
    await worker.stop()
  }
})
