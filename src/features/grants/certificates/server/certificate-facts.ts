import { z } from 'zod'

/** What the program reads of a certificate to draw it. The database wrote it (db/migrations/0109_grant_certificates.sql). */
const certificate = z.object({
  book: z.string(),
  number: z.string(),
  previous: z.string(),
  record: z.object({
    charity: z.object({
      address: z.string().nullable(),
      class509: z.string().nullable(),
      deductibilityCode: z.string().nullable(),
      foundationCode: z.string().nullable(),
      name: z.string(),
      number: z.string(),
      register: z.string().nullable(),
      status: z.string().nullable(),
      subsectionCode: z.string().nullable(),
    }),
    decision: z.object({
      at: z.string(),
      by: z.string().nullable(),
      message: z.string().nullable(),
      side: z.enum(['fund', 'sponsor']),
      step: z.int(),
      what: z.enum(['recommend', 'approve', 'pay']),
    }),
    eligibility: z.object({
      outcome: z.enum(['yes', 'no', 'person']).nullable(),
      reason: z.string().nullable(),
    }),
    grant: z.object({
      amountMinor: z.string(),
      currency: z.enum(['USD', 'GBP']),
      fundId: z.string(),
      transactionId: z.string(),
    }),
    register: z.object({
      digest: z.string().nullable(),
      file: z.string().nullable(),
      fileDate: z.string().nullable(),
      line: z.string().nullable(),
    }),
  }),
})

const internal = z.object({
  controlsSupported: z.boolean().nullable(),
  decidedBy: z.object({ name: z.string() }),
  papers: z.array(z.object({ digest: z.string(), name: z.string() })),
  reason: z.string().nullable(),
  screening: z.array(
    z.object({
      findings: z.array(
        z.object({ listedName: z.string(), reason: z.string().nullable(), state: z.string() }),
      ),
      list: z.string(),
      listDate: z.string(),
      names: z.array(z.string()),
      screenedAt: z.string(),
      subjectKind: z.enum(['charity', 'person', 'payer']),
    }),
  ),
  /** The vetting, or the record of due diligence; certificates that were made without its basis are of vettings. */
  vetting: z.object({ basis: z.string().optional(), expiresOn: z.string() }).nullable(),
})

export type CertificateFacts = z.output<typeof certificate>
export type InternalFacts = z.output<typeof internal>

export const readCertificate = (text: string): CertificateFacts => certificate.parse(JSON.parse(text))
export const readInternal = (text: string): InternalFacts => internal.parse(JSON.parse(text))
