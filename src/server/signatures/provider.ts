/**
 * The interface of a provider of electronic signatures. An envelope is one document with those who sign it, as the providers
 * call it. The embedded provider and DocuSign implement it; features see nothing else of either.
 */
export type SignatureProvider = {
  /** As people read it: in 'Please Wait: Redirecting you to …' and in the text for an unavailable provider. */
  readonly name: string
  /** The host names to which a signing address may lead. The caller refuses every other. */
  readonly hosts: readonly string[]
  /**
   * Creates an envelope without sending it to anyone: the portal invites the signers. Asking again with the same `requestKey` returns the
   * first envelope, so that a crash or a lost answer makes no second one.
   */
  createEnvelope(request: EnvelopeRequest): Promise<{ envelopeId: string }>
  /**
   * The address at which one signer signs now; it is good for some minutes and one use. The signer comes back to `returnTo`, with
   * whatever happened in `?event=`, which nothing may be concluded from.
   *
   * @throws NotTheirTurn if an earlier signer has not signed yet, or this one already has.
   */
  signingAddress(signer: { envelopeId: string; signerId: string; returnTo: URL }): Promise<URL>
  status(envelopeId: string): Promise<EnvelopeStatus>
  /** The signed PDF. @throws Error if the envelope is not completed. */
  signedDocument(envelopeId: string): Promise<Uint8Array>
  /** Withdraws an envelope that is not completed. Withdrawing it twice does nothing. */
  voidEnvelope(envelopeId: string, reason: string): Promise<void>
  /**
   * Checks that a webhook's body comes from the provider.
   *
   * @param body as it came, before any parsing.
   * @returns the envelope that changed; what became of it is asked by `status`, so order, delay and repetition do not matter. Null
   *   if the body is not the provider's or says nothing about an envelope.
   */
  readWebhook(
    headers: Readonly<Record<string, string | undefined>>,
    body: Uint8Array,
  ): { envelopeId: string } | null
}

export type Signer = {
  /** The portal's name for them in this envelope. */
  signerId: string
  name: string
  email: string
  /** From 1. It is a signer's turn when all with a lower number have signed. */
  routingOrder: number
  /**
   * The user who signs; null for the sponsor, who countersigns last. With the embedded provider, anyone who holds
   * DOCUMENT_COUNTERSIGN and signs nothing else of the envelope signs for the sponsor; other providers ask the person named here.
   */
  userId: string | null
  /** Whether they have no login and sign by a link that was mailed to them; `userId` is null then, too. */
  byLink?: true
}

export type EnvelopeRequest = {
  requestKey: string
  /** What the document is about: an account, or an application for one. */
  about: { kind: 'account'; accountId: string } | { kind: 'application'; applicationId: string }
  /** What the envelope is about, as people read it. */
  subject: string
  document: { name: string; bytes: Uint8Array }
  signers: readonly Signer[]
}

export type SignerState = 'waiting' | 'signed' | 'declined'

export type EnvelopeStatus = {
  state: 'sent' | 'completed' | 'declined' | 'voided'
  signers: readonly {
    signerId: string
    state: SignerState
    /** When they signed or declined. */
    at: Date | null
    /** Why they declined, in their words. */
    reason: string | null
  }[]
}

/** The provider cannot be reached, is overloaded or returns an unreadable answer. Trying again later may help. */
export class ProviderUnavailable extends Error {
  readonly provider: string

  constructor(provider: string, options: { cause?: unknown; message?: string } = {}) {
    super(options.message ?? `${provider} is unavailable`, { cause: options.cause })
    this.provider = provider
  }
}

/** It is not this signer's turn: an earlier signer has not signed yet, or this one has already signed or declined. */
export class NotTheirTurn extends Error {}
