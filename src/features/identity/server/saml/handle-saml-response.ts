import * as z from 'zod/mini'
import type { SamlProvider } from '../../../../clients/client.ts'
import { clockSkewMs } from '../oidc/clock-skew.ts'
import type { VerifiedIdentity } from '../oidc/verified-identity.ts'

const one = <T extends z.ZodMiniType>(item: T) => z.tuple([item])
const named = z.object({ _: z.string() })
const attributes = z.record(z.string(), z.string())

/** An assertion as node-saml reads it: elements are lists, `$` the attributes, `_` the text. */
const readAssertion = z.object({
  Assertion: z.object({
    $: z.object({ ID: z.string().check(z.minLength(8)), Version: z.literal('2.0') }),
    Issuer: one(named),
    Subject: one(
      z.object({
        NameID: one(z.object({ _: z.string(), $: z.optional(attributes) })),
        SubjectConfirmation: z.array(
          z.object({ $: attributes, SubjectConfirmationData: one(z.object({ $: attributes })) }),
        ),
      }),
    ),
    Conditions: one(z.object({ $: z.object({ NotOnOrAfter: z.string() }) })),
    AuthnStatement: one(
      z.object({
        $: attributes,
        AuthnContext: z.optional(z.array(z.object({ AuthnContextClassRef: z.optional(z.array(named)) }))),
      }),
    ),
    AttributeStatement: z.optional(
      z.array(
        z.object({
          Attribute: z.optional(
            z.array(
              z.object({
                $: attributes,
                AttributeValue: z.optional(z.array(z.object({ _: z.optional(z.string()) }))),
              }),
            ),
          ),
        }),
      ),
    ),
  }),
})
type Assertion = z.infer<typeof readAssertion>['Assertion']

const readResponse = z.object({
  Response: z.object({
    $: z.object({ Destination: z.string(), InResponseTo: z.string(), Version: z.literal('2.0') }),
    Issuer: z.optional(one(named)),
    Status: one(z.object({ StatusCode: one(z.object({ $: z.object({ Value: z.string() }) })) })),
  }),
})

export type Expected = { acs: string; requestId: string; startedAtMs: number; nowMs: number }

/** The envelope's own words; it need not be signed, so they can only refuse. Throws. */
export function checkResponse(parsed: unknown, provider: SamlProvider, { acs, requestId }: Expected): void {
  const { $, Issuer, Status } = readResponse.parse(parsed).Response
  if ($.Destination !== acs) throw new Error('the SAML response was for another place')
  if ($.InResponseTo !== requestId) throw new Error('the SAML response answers another request')
  if (Issuer && Issuer[0]._ !== provider.issuer) throw new Error('the SAML response has another issuer')
  if (Status[0].StatusCode[0].$.Value !== 'urn:oasis:names:tc:SAML:2.0:status:Success')
    throw new Error('the SAML response tells of no success')
}

/**
 * What an assertion vouches for whose signature, audience and conditions node-saml has checked: whose it is, for whom, where
 * to, in answer to what, and when. Throws. `until`: from then on nobody would take it again.
 */
export function handleSamlResponse(
  parsed: unknown,
  provider: SamlProvider,
  expected: Expected,
): { verifiedIdentity: VerifiedIdentity; assertionId: string; until: Date } {
  const assertion = readAssertion.parse(parsed).Assertion
  const { Issuer, Subject, Conditions, AuthnStatement } = assertion
  if (Issuer[0]._ !== provider.issuer) throw new Error('the SAML assertion has another issuer')
  if (!Subject[0].SubjectConfirmation.some(each => isForUs(each, expected)))
    throw new Error('no confirmation of the SAML subject is for this place, this request and now')
  const statement = AuthnStatement[0].$
  const verifiedAtMs = instant(statement.AuthnInstant, 'AuthnInstant')
  if (verifiedAtMs > expected.nowMs + clockSkewMs) throw new Error('the person signed in in the future')
  if (provider.forceReauthentication && verifiedAtMs < expected.startedAtMs - clockSkewMs)
    throw new Error('the provider was to ask anew and did not')
  const sessionEnd = statement.SessionNotOnOrAfter
  if (sessionEnd !== undefined && instant(sessionEnd, 'SessionNotOnOrAfter') + clockSkewMs <= expected.nowMs)
    throw new Error('the session at the provider is over')
  const nameId = Subject[0].NameID[0]
  if (nameId.$?.Format === 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient')
    throw new Error('a transient NameID is nobody the next time')
  const subject = nameId._.trim()
  const context = AuthnStatement[0].AuthnContext?.[0]?.AuthnContextClassRef?.[0]?._.trim()
  return {
    assertionId: assertion.$.ID,
    until: new Date(instant(Conditions[0].$.NotOnOrAfter, 'NotOnOrAfter') + 2 * clockSkewMs),
    verifiedIdentity: {
      subject: withinLimit(subject, 500, 'NameID'),
      claimed: claimedBy(provider, assertion, subject),
      idToken: null,
      sid: statement.SessionIndex ? withinLimit(statement.SessionIndex, 500, 'SessionIndex') : null,
      amr: [],
      acr: context ? withinLimit(context, 300, 'AuthnContextClassRef') : null,
      verifiedAtMs: Math.min(verifiedAtMs, expected.nowMs),
    },
  }
}

type Confirmation = Assertion['Subject'][0]['SubjectConfirmation'][number]

function isForUs({ $, SubjectConfirmationData }: Confirmation, expected: Expected): boolean {
  const { Recipient, InResponseTo, NotOnOrAfter, NotBefore } = SubjectConfirmationData[0].$
  return (
    $.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer' &&
    Recipient === expected.acs &&
    InResponseTo === expected.requestId &&
    // SAML profiles 4.1.4.2: a bearer's has an end and no beginning.
    NotBefore === undefined &&
    NotOnOrAfter !== undefined &&
    instant(NotOnOrAfter, 'NotOnOrAfter') + clockSkewMs > expected.nowMs
  )
}

function claimedBy(
  { linkBy }: SamlProvider,
  { AttributeStatement = [] }: Assertion,
  nameId: string,
): VerifiedIdentity['claimed'] {
  if (linkBy.claim === 'NameID') return { to: 'ssoId', value: withinLimit(nameId, 320, 'NameID') }
  const values = AttributeStatement.flatMap(({ Attribute = [] }) => Attribute)
    .filter(({ $ }) => $.Name === linkBy.claim)
    .flatMap(({ AttributeValue = [] }) => AttributeValue)
  // Two user ids are none.
  const value = values.length === 1 ? values[0]?._?.trim() : undefined
  return value ? { to: 'ssoId', value: withinLimit(value, 320, linkBy.claim) } : null
}

function withinLimit(text: string, longest: number, what: string): string {
  if (text === '' || text.length > longest) throw new Error(`the SAML assertion’s ${what} cannot be used`)
  return text
}

function instant(text: string | undefined, what: string): number {
  const ms = Date.parse(text ?? '')
  if (Number.isNaN(ms)) throw new Error(`the SAML assertion’s ${what} is no instant`)
  return ms
}
