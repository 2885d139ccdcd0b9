import { expect } from 'vitest'
import {
  type CertificateFacts,
  readCertificate,
} from '../../features/grants/certificates/server/certificate-facts.ts'
import { listCertificates } from '../../features/grants/certificates/server/certificates.queries.ts'
import { verifyBook } from '../../features/grants/certificates/server/verify-book.ts'
import type { TestApp } from '../app.ts'

type Step = CertificateFacts['record']['decision']['what']

/** Every grant that was paid has its three certificates in order, its charity was eligible at each, and the chain of the book verifies. */
export async function expectCertificates(
  { databases }: Pick<TestApp, 'databases'>,
  paidGrantIds: readonly string[],
): Promise<void> {
  const db = databases.book('npt')
  for (const grantId of paidGrantIds) {
    const records = (await listCertificates(db, grantId)).map(row => readCertificate(row.certificate).record)
    const steps = records.map(({ decision }) => decision.what)
    expect(steps.filter((step, index) => steps.indexOf(step) === index)).toEqual([
      'recommend',
      'approve',
      'pay',
    ] satisfies Step[])
    expect(records.map(({ eligibility }) => eligibility.outcome)).toEqual(records.map(() => 'yes'))
  }
  expect((await verifyBook(databases.realm('npt'), db, 'npt')).finding).toBeNull()
}
