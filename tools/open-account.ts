// npm run open-account -- --client npt --by ann@bank.example application.json
// Enters a fund account from a file and invites its people (docs/operate.md). Accounts are otherwise opened on screen.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ZodError } from 'zod'
import { clients } from '../src/clients/clients.ts'
import {
  IncompleteApplication,
  openAccountFrom,
} from '../src/features/account-opening/server/open-account.command.ts'
import { connectionProblem } from '../src/server/db/connection-problem.ts'
import { parseDatabaseUrl } from '../src/server/db/database-url.ts'
import { openDatabases } from '../src/server/db/pools.ts'
import { EnvironmentError, readCommandEnvironment } from '../src/server/env.ts'
import { optionProblem } from './failure-text.ts'

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { client: { type: 'string' }, by: { type: 'string' }, again: { type: 'boolean' } },
  })
  const client = clients[values.client ?? '']
  const [file, ...more] = positionals
  if (!client) throw new EnvironmentError(`--client must be one of ${Object.keys(clients).join(', ')}.`)
  if (!values.by) throw new EnvironmentError('--by must be the user ID of a member of staff.')
  if (file === undefined || more.length > 0) throw new EnvironmentError('Name one file with the application.')
  return { client, file, staffUserId: values.by, again: values.again === true }
}

async function readApplication(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new EnvironmentError(
      `${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** One line for each field, as the form says it. */
function sentencesOf(error: unknown): string {
  if (error instanceof IncompleteApplication)
    return Object.entries(error.errors)
      .map(([field, messages]) => `${field}: ${messages.join(' ')}`)
      .join('\n')
  if (error instanceof ZodError || (error instanceof Error && 'issues' in error))
    return `The file is not a valid application:\n${error.message}`
  return (
    optionProblem(error) ??
    connectionProblem(error) ??
    (error instanceof Error ? error.message : String(error))
  )
}

try {
  const { client, file, staffUserId, again } = readArguments()
  const { databaseUrl, secret } = readCommandEnvironment()
  const { user: _user, password: _password, ...server } = parseDatabaseUrl(databaseUrl)
  const databases = openDatabases({ server, secret })
  try {
    const { fundId } = await openAccountFrom({
      client,
      db: databases.book(client.book.name),
      realmDb: databases.realm(client.realm),
      application: await readApplication(file),
      staffUserId,
      again,
      now: new Date(),
    })
    console.log(
      `The account ${fundId} was entered in the book ${client.book.name}. Its people are invited as soon as the program runs. Staff enter its first contribution in the Super User Dashboard, under Contributions.`,
    )
  } finally {
    await databases.close()
  }
} catch (error) {
  console.error(sentencesOf(error))
  process.exitCode = 1
}
