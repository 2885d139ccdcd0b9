import { randomUUID } from 'node:crypto'
import { books, clientOfBook } from '../clients/clients.ts'
import type { IsoDate } from '../domain/dates.ts'
import { remindOfDueDiligence } from '../features/charity-vetting/server/remind-of-due-diligence.ts'
import {
  addVettingDocument,
  confirmVetting,
  recordDueDiligence,
  type Vetting,
} from '../features/charity-vetting/vettings.contract.ts'
import { listStaffWith } from '../features/users/server/managers.ts'
import { runDueWork } from '../server/jobs/due-work.ts'
import type { TestApp } from './app.ts'
import { pdfOf } from './factories/make-file.ts'
import type { Person } from './factories/make-fund.ts'
import { jobSettings } from './jobs.ts'

const body = <Attributes>(attributes: Attributes) => ({ data: { type: 'command' as const, attributes } })

/** The book that pays abroad. */
export const dollarsAbroad = 'nptukusd'

/** Records of due diligence: one person enters them, another confirms. */
export function diligenceCalls(portal: TestApp) {
  const enter = (charityId: string, as: Person, expiresOn: string, idempotencyKey: string = randomUUID()) =>
    portal.call(
      recordDueDiligence,
      {
        params: { charityId },
        // Tests pass dates.
        body: body({ finding: 'Its filings of three years', expiresOn: expiresOn as IsoDate }),
      },
      { as: as.session, idempotencyKey },
    )
  const addPaper = (vettingId: string, as: Person) =>
    portal.call(
      addVettingDocument,
      { params: { vettingId }, query: { name: 'Filings.pdf' }, upload: pdfOf() as Uint8Array<ArrayBuffer> },
      { as: as.session },
    )
  const confirm = (vettingId: string, as: Person) =>
    portal.call(
      confirmVetting,
      { params: { vettingId }, body: body({ note: 'The filings' }) },
      { as: as.session },
    )
  const record = async (charityId: string, by: [Person, Person], expiresOn: string): Promise<Vetting> => {
    const { vettingId } = (await enter(charityId, by[0], expiresOn)).reply
    await addPaper(vettingId, by[0])
    return (await confirm(vettingId, by[1])).reply
  }
  /** The daily work of the book, as the program does it. */
  const remind = async (
    day: string,
    name = dollarsAbroad,
    settings: { asksDueDiligence?: true } = {},
  ): Promise<void> => {
    const book = books.find(each => each.name === name)
    if (!book) throw new Error(`no book ${name}`)
    const { databases, clock } = portal
    const work = remindOfDueDiligence({
      ...{ ...jobSettings, realmDb: databases.realm(book.realm) },
      clientOf: of => ({ ...clientOfBook(of), ...settings }),
      reviewers: (realmDb, at) => listStaffWith(realmDb, ['SUPER_DASHBOARD_VIEW', 'CHARITY_EDIT'], at),
    })
    const failed = await runDueWork([work], {
      ...{ book, db: databases.book(name), documentFiles: null, now: clock.now() },
      ...{ signal: new AbortController().signal, today: day as IsoDate, hour: 12 },
    })
    if (failed.length > 0) throw failed[0]?.error
  }
  return { enter, addPaper, confirm, record, remind }
}
