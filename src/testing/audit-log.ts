import { checkpointKey } from '../server/audit/checkpoint-key.ts'
import { recordAuditEvent } from '../server/audit/record-audit-event.ts'
import { type AuditLogReport, verifyAuditLog } from '../server/audit/verify-audit-log.ts'
import { writeCheckpoint } from '../server/audit/write-checkpoint.ts'
import type { TestDatabase } from './database/database.ts'
import { testSecret } from './database/database-server.ts'
import { temporaryDirectory } from './temporary/temporary-directory.ts'

/** A realm's audit log in the test's database, with a folder for its checkpoints. */
export async function auditLogOf(database: TestDatabase, realm = 'npt') {
  const realmDb = database.databases.realm(realm)
  const folder = temporaryDirectory('checkpoints')
  const key = checkpointKey(testSecret, realm)
  const record = (detail: Record<string, string> = {}, userId: string | null = null) =>
    recordAuditEvent(realmDb, { kind: 'signed-in', userId, at: new Date(), address: '192.0.2.7', detail })
  return {
    realmDb,
    folder,
    record,
    recordMany: async (count: number) => {
      for (let nr = 1; nr <= count; nr++) await record({ nr: String(nr) })
    },
    checkpoint: (at = new Date()) => writeCheckpoint(realmDb, { realm, key, folder, at }),
    verify: (about: { now?: Date; folders?: string[] } = {}): Promise<AuditLogReport> =>
      verifyAuditLog(realmDb, {
        realm,
        key,
        folders: about.folders ?? [folder],
        now: about.now ?? new Date(),
      }),
    /** Runs statements as the database's owner could: with all triggers switched off. */
    tamper: async (...statements: string[]) => {
      const client = await database.admin.connect()
      try {
        await client.query('set session_replication_role = replica')
        for (const each of statements) await client.query(each)
      } finally {
        await client.query('reset session_replication_role')
        client.release()
      }
    },
  }
}
