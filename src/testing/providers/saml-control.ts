import { spawnProvider } from './spawn-provider.ts'

/** In what a SAML provider can be dishonest or broken, or what somebody on the way can do to its response. */
export const samlAttackVariants = [
  'unsigned',
  'signed by another key',
  'only the response is signed',
  'signed with SHA-1',
  'altered after signing',
  'wrong issuer',
  'wrong Audience',
  'no Audience',
  'wrong Recipient',
  'wrong Destination',
  'wrong InResponseTo of the response',
  'wrong InResponseTo of the subject',
  'no InResponseTo',
  'expired',
  'without an end',
  'clock ten minutes behind',
  'clock ten minutes ahead',
  'transient NameID',
  'no success',
  'not a bearer',
  'a comment in the NameID',
  'a document type with an entity',
  'wrapped: another assertion before the signed one',
  'wrapped: another assertion after the signed one',
  'wrapped: the signed one inside another',
  'wrapped: another with the signature, the signed one at the end',
  'wrapped: the signed one inside the signature of another',
  'wrapped: another in the extensions',
  'wrapped: the signed one in an object of the signature',
  'wrapped: another of the same ID',
  'wrapped: a response in a response',
] as const
export type SamlAttackVariant = (typeof samlAttackVariants)[number]

export type SamlState = {
  /** Who the portal is, as the bank registered it. */
  entityId: string
  acs: string
  attackVariant: SamlAttackVariant | null
  nameId: string
  /** Whom a forged assertion would name. */
  victim: string
  attributes: Record<string, string>
  /** For how long the person has been signed in there. */
  signedInAgoS: number
}

export type SamlProcess = {
  origin: string
  issuer: string
  /** What verifies its signatures, PEM. */
  publicKey: string
  set(state: Partial<SamlState>): Promise<void>
  /** What it was last asked, as XML, with the parameters of the address. */
  lastRequest(): Promise<{ xml: string; parameters: Record<string, string>; text: string }>
  stop(): Promise<void>
}

/** Starts a SAML identity provider in a process of its own. */
export async function startSamlProvider(about: Pick<SamlState, 'entityId' | 'acs'>): Promise<SamlProcess> {
  const state: SamlState = {
    attackVariant: null,
    nameId: '',
    victim: '',
    attributes: {},
    signedInAgoS: 5,
    ...about,
  }
  const { origin, stop, publicKey } = await spawnProvider<{ origin: string; publicKey: string }>(
    'saml-provider.ts',
    state,
  )
  const control = async (what: string, body: object) =>
    (await fetch(`${origin}/control/${what}`, { method: 'POST', body: JSON.stringify(body) })).json()
  return {
    origin,
    issuer: `${origin}/metadata`,
    publicKey,
    set: async changes => void (await control('state', changes)),
    lastRequest: async () =>
      (await control('last-request', {})) as Awaited<ReturnType<SamlProcess['lastRequest']>>,
    stop,
  }
}
