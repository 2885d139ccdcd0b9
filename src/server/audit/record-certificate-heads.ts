import type { AuditKind } from '../../contract/audit-kinds.ts'
import type { Databases } from '../db/pools.ts'
import { findCertificateHead, findRecordedHead } from './certificate-head.queries.ts'
import { insertCommandEvent } from './record-command.queries.ts'

/**
 * Records the last certificate of each book of a realm in the realm's audit log, if there are new ones. So every checkpoint covers the
 * chains of certificates too. A server that starts reads once what was recorded last.
 */
export function certificateHeads(
  databases: Pick<Databases, 'book' | 'realm'>,
  books: readonly { name: string; realm: string }[],
): (realm: string, at: Date) => Promise<void> {
  const recorded = new Map<string, bigint>()
  return async (realm, at) => {
    for (const { name } of books.filter(book => book.realm === realm)) {
      const db = databases.book(name)
      const head = await findCertificateHead(db)
      if (!head) continue
      const last = recorded.get(name) ?? (await findRecordedHead(databases.realm(realm), name))
      if (head.number === last) {
        recorded.set(name, head.number)
        continue
      }
      await insertCommandEvent(db, {
        ...{
          kind: 'grant-certificates-counted' satisfies AuditKind,
          userId: null,
          sessionId: null,
          address: null,
          at,
        },
        detail: JSON.stringify({ number: String(head.number), digest: head.digest.toString('hex') }),
      })
      recorded.set(name, head.number)
    }
  }
}
