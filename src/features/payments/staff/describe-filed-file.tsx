import * as z from 'zod/mini'
import type { Currency } from '../../../domain/money.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import type { PostingRequest } from '../../posting-requests/posting-requests.contract.ts'
import { filedFileDetails } from '../bank-files.contract.ts'
import { FileEffects } from './FileEffects.tsx'
import { bankFileFormatTitle } from './payment-labels.ts'

/** A bank file among the commands that wait for a second person: its name, and what the person saw who entered it. */
export function describeFiledFile({ subjectId, details }: PostingRequest, currency: Currency) {
  // Decoding validates what the server encoded with the same schema.
  const { fileName, format, summary } = z.decode(filedFileDetails, details as never)
  return {
    subject: fileName,
    items: [
      {
        term: 'File',
        description: (
          <>
            <Link to={staffPaths.payments('bank-files', subjectId)}>{fileName}</Link>,{' '}
            {bankFileFormatTitle(format)}
          </>
        ),
      },
      { term: 'What it changes', description: <FileEffects summary={summary} currency={currency} /> },
    ],
  }
}
