import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type TrailQuestion, type TrailReport, verifyTrail } from './verify-trail.ts'

/** Verifies a realm's trail and writes down what was found, for the staff's screen. */
export async function verifyAndRecord(realmDb: Kysely<DB>, question: TrailQuestion): Promise<TrailReport> {
  const report = await verifyTrail(realmDb, question)
  const { events, headHash, finding } = report
  await realmDb
    .insertInto('audit_verification')
    .values({ at: question.now, events, head_hash: headHash, finding })
    .execute()
  return report
}
