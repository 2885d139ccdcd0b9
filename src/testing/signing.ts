import type { Drawing } from '../features/signing/domain/signature.ts'
import { sealEnvelope } from '../features/signing/server/seal-envelope.ts'
import {
  consentToSigning,
  declineToSign,
  getEnvelope,
  signDocument,
} from '../features/signing/signing.contract.ts'
import type { EncryptedFiles } from '../server/files/encrypted-files.ts'
import type { Sealer } from '../server/signatures/seal/sealer.ts'
import type { TestApp, TestSession } from './app.ts'
import { jobSettings } from './jobs.ts'

export const commandOf = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

/** What a signer does with an envelope, over HTTP. */
export function signingAt({ call }: Pick<TestApp, 'call'>) {
  const show = (envelopeId: string, as: TestSession) => call(getEnvelope, { params: { envelopeId } }, { as })
  const agree = async (envelopeId: string, as: TestSession) => {
    const { version } = (await show(envelopeId, as)).reply.data.consent
    return await call(consentToSigning, { params: { envelopeId }, body: commandOf({ version }) }, { as })
  }
  const sign = (envelopeId: string, as: TestSession, drawing: Drawing | null = null) => {
    const attributes = { name: 'Ann Taylor', confirmsName: true, drawing, intends: true as const }
    return call(signDocument, { params: { envelopeId }, body: commandOf(attributes) }, { as })
  }
  return {
    show,
    agree,
    sign,
    agreeAndSign: async (envelopeId: string, as: TestSession, drawing: Drawing | null = null) => {
      await agree(envelopeId, as)
      return await sign(envelopeId, as, drawing)
    },
    decline: (envelopeId: string, as: TestSession) =>
      call(
        declineToSign,
        { params: { envelopeId }, body: commandOf({ reason: 'The amount is wrong.' }) },
        { as },
      ),
  }
}

/** Seals an envelope of npt as the job does. */
export const sealAt = (
  { databases }: Pick<TestApp, 'databases'>,
  envelopeId: string,
  { documentFiles, sealer }: { documentFiles: EncryptedFiles; sealer: Sealer },
) =>
  sealEnvelope.run(
    { envelopeId },
    {
      ...jobSettings,
      db: databases.book('npt'),
      origin: { book: 'npt' },
      mailer: null,
      documentFiles,
      sealer,
      signal: new AbortController().signal,
    },
  )
