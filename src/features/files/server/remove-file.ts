import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../files.contract.ts'
import { listFileUse } from './file-use.queries.ts'
import { lockFile, markRemoved } from './files.queries.ts'
import { keyOfFile, realmOf, usesOf } from './store-files.ts'

/** Marks the row before it removes the bytes, so that a repeated request removes bytes that an error left behind. */
export async function removeFile(
  { params: { fileId } }: HandlerInput<typeof contract.removeFile>,
  context: ContextOf<typeof contract.removeFile>,
): Promise<Reply<typeof contract.removeFile>> {
  const { client, clock, files, actor } = context
  await realmOf(context)
    .transaction()
    .execute(async trx => {
      const file = await lockFile(trx, client.name, fileId)
      if (!file) throw new Problem('not-found')
      if (file.isRemoved) return
      const uses = usesOf(fileId, await listFileUse(trx, { client: client.name, now: clock.now() }))
      if (uses.length > 0)
        throw new Problem('conflict', {
          detail: `${file.name} is still in use: ${uses.join('; ')}. Remove it there first.`,
        })
      await markRemoved(trx, { fileId, userId: actor.userId, now: clock.now() })
    })
  await files.remove(keyOfFile(client.realm, fileId))
  return { removed: true }
}
