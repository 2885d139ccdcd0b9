import { randomUUIDv7 } from 'node:crypto'
import type { DueWork, DueWorkContext } from '../../../../server/jobs/due-work.ts'
import { checkParts } from '../domain/check-parts.ts'
import { type CheckRow, type Difference, findCheckOfDay, insertCheck } from './book-checks.queries.ts'
import { comparisons } from './compare-book.ts'
import { type CheckedRealm, mailBookCheck } from './mail-book-check.ts'

/** How many differences of each part are stored; the rest is counted. */
const storedOfPart = 20
const maxPlace = 200
const maxFinding = 500

/**
 * Compares what a book stores with what it follows from, once a day. Where something differs, those who may answer get a mail, and no payment
 * run is approved or released until one of them has answered. A day that runs twice has one check and one mail for each reader.
 */
export const checkBooks = (realm: CheckedRealm): DueWork => ({
  name: 'check-books',
  fromHour: 1,
  run: async context => {
    const check = (await findCheckOfDay(context.db, context.day)) ?? (await checkBook(context, realm))
    if (check.difference_count > 0) await mailBookCheck(check, context.book, realm, context.now)
  },
})

async function checkBook(
  { book, db, day, now, documentFiles, signal }: DueWorkContext,
  { realmDb, secret, checkpointFolders }: CheckedRealm,
): Promise<CheckRow> {
  if (documentFiles === null) throw new Error('the worker has no store of documents')
  const upSince = new Date(now.getTime() - process.uptime() * 1000)
  const about = { book: book.name, realm: book.realm, currency: book.currency, upSince, now, signal }
  const compared: Record<string, number> = {}
  const differences: Difference[] = []
  let differenceCount = 0
  for (const part of checkParts) {
    signal.throwIfAborted()
    const context = { ...about, db, realmDb, documentFiles, secret, checkpointFolders }
    const found = await comparisons[part](context)
    compared[part] = found.rows
    differenceCount += found.differences.length
    differences.push(
      ...found.differences.slice(0, storedOfPart).map(({ place, finding }) => ({
        part,
        place: place.slice(0, maxPlace),
        finding: finding.slice(0, maxFinding),
      })),
    )
  }
  const check = { checkId: randomUUIDv7(), day, at: now, compared, differenceCount, differences }
  await db.transaction().execute(async trx => await insertCheck(trx, check))
  const stored = await findCheckOfDay(db, day)
  if (!stored) throw new Error(`the check of ${day} was not stored`)
  return stored
}
