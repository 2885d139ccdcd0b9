import { clientNamed } from '../../src/clients/clients.ts'
import { makeChange } from '../../src/testing/registers/make-change.ts'
import { inDatabase } from './make-person.ts'

/** A change of a charity on its register that waits for a decision; nothing but a payee relies on it. Returns its id. */
export async function makeChangeAt(client: string, name = 'LARCH RELIEF SOCIETY'): Promise<string> {
  let changeId = ''
  await inDatabase(async databases => {
    changeId = await makeChange(databases.book(clientNamed(client).book.name), name)
  })
  return changeId
}
