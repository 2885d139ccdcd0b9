import { spawnProvider } from './spawn-provider.ts'

/** Attacks and faults: by the SAML provider itself, or by someone who alters its response. */
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
  /** The portal's entity ID and assertion consumer service, as registered with the bank. */
  entityId: string
  acs: string
  attackVariant: SamlAttackVariant | null
  nameId: string
  /** The NameID in a forged assertion. */
  victim: string
  attributes: Record<string, string>
  /** Age of the person's session at the provider, in seconds. */
  signedInAgoS: number
}

export type SamlProcess = {
  origin: string
  issuer: string
  /** The public key of its signatures, as PEM. */
  publicKey: string
  set(state: Partial<SamlState>): Promise<void>
  /** The last AuthnRequest as XML, with the query parameters and the raw query string. */
  lastRequest(): Promise<{ xml: string; parameters: Record<string, string>; text: string }>
  stop(): Promise<void>
}

/** Starts a SAML identity provider in a separate process. */
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
  const control = async (command: string, body: object) =>
    (await fetch(`${origin}/control/${command}`, { method: 'POST', body: JSON.stringify(body) })).json()
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
