import { z } from 'zod'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { task } from '../../../server/jobs/task.ts'
import { drawPdf } from '../../../server/pdf/draw-pdf.ts'
import { storeDocumentInJob } from '../../documents/server/store-document.ts'
import { contentOfLetter, storedLetter } from './fund-letter.ts'
import { causeOfLetter, findLetter } from './inactive-funds.queries.ts'
import { mailFundLetter } from './mail-fund-letter.ts'

/** Draws a letter to the people of a fund, and files it, once. Its mails are written with it. */
export const writeFundLetter = task(
  'write-fund-letter',
  z.object({ client: z.string(), book: z.string(), stepId: z.uuid() }),
  async ({ client: clientName, book, stepId }, { db, documentFiles, client: clientOf }) => {
    if (documentFiles === null) throw new Error('the worker has no store of documents')
    const client = clientOf(clientName)
    const found = await findLetter(db, stepId)
    if (!found) return
    const letter = storedLetter(found.letter)
    const bytes = await drawPdf(
      {
        title: letter.title,
        text: contentOfLetter(letter, client),
        client,
        // It has no links into the portal.
        origin: '',
        versionOf: null,
        createdAt: found.at,
      },
      portalOf(client),
    )
    const document = {
      accountId: found.account_id,
      type: 'correspondence',
      name: `${letter.title}, ${letter.date}.pdf`,
      mediaType: 'application/pdf',
      bytes,
      cause: causeOfLetter(stepId),
      addedBy: null,
      at: found.at,
    } as const
    await storeDocumentInJob({ book, db, documentFiles }, document, trx =>
      addJob(trx, mailFundLetter, { client: clientName, stepId }, { key: causeOfLetter(stepId) }),
    )
  },
)
