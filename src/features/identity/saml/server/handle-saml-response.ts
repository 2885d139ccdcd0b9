import * as z from 'zod/mini'
import type { SamlProvider } from '../../../../clients/client.ts'
import { clockSkewMs } from '../../oidc/server/clock-skew.ts'
import type { VerifiedIdentity } from '../../oidc/server/verified-identity.ts'

const one = <T extends z.ZodMiniType>(item: T) => z.tuple([item])
const textNode = z.object({ _: z.string() })
const attributes = z.record(z.string(), z.string())

/** An assertion as node-saml parses it: elements are lists, `$` holds the attributes, `_` the text. */
const readAssertion = z.object({
  Assertion: z.object({
    $: z.object({ ID: z.string().check(z.minLength(8)), Version: z.literal('2.0') }),
    Issuer: one(textNode),
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
        AuthnContext: z.optional(z.array(z.object({ AuthnContextClassRef: z.optional(z.array(textNode)) }))),
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
    Issuer: z.optional(one(textNode)),
    Status: one(z.object({ StatusCode: one(z.object({ $: z.object({ Value: z.string() }) })) })),
  }),
})

type Expected = { acs: string; requestId: string; startedAtMs: number; nowMs: number }

/** Throws if the envelope does not match the request. It may be unsigned, so nothing else relies on it. */
export function checkResponse(parsed: unknown, provider: SamlProvider, { acs, requestId }: Expected): void {
  const { $, Issuer, Status } = readResponse.parse(parsed).Response
  if ($.Destination !== acs) throw new Error('the SAML response has another destination')
  if ($.InResponseTo !== requestId) throw new Error('the SAML response answers another request')
  if (Issuer && Issuer[0]._ !== provider.issuer) throw new Error('the SAML response has another issuer')
  if (Status[0].StatusCode[0].$.Value !== 'urn:oasis:names:tc:SAML:2.0:status:Success')
    throw new Error('the SAML response has another status than success')
}

/**
 * Returns the verified identity of an assertion. node-saml has checked its signature, audience and conditions; this checks
 * issuer, recipient, request and times, and throws if one is wrong. `until` is when the assertion expires.
 */
export function handleSamlResponse(
  parsed: unknown,
  provider: SamlProvider,
  expected: Expected,
): { verifiedIdentity: VerifiedIdentity; assertionId: string; until: Date } {
  const assertion = readAssertion.parse(parsed).Assertion
  const { Issuer, Subject, Conditions, AuthnStatement } = assertion
  if (Issuer[0]._ !== provider.issuer) throw new Error('the SAML assertion has another issuer')
  if (!Subject[0].SubjectConfirmation.some(each => isValidConfirmation(each, expected)))
    throw new Error('the SAML subject has no valid confirmation for this request')
  const statement = AuthnStatement[0].$
  const verifiedAtMs = parseInstant(statement.AuthnInstant, 'AuthnInstant')
  if (verifiedAtMs > expected.nowMs + clockSkewMs) throw new Error('AuthnInstant is in the future')
  if (provider.forceReauthentication && verifiedAtMs < expected.startedAtMs - clockSkewMs)
    throw new Error('the provider did not reauthenticate the person')
  const sessionEnd = statement.SessionNotOnOrAfter
  if (
    sessionEnd !== undefined &&
    parseInstant(sessionEnd, 'SessionNotOnOrAfter') + clockSkewMs <= expected.nowMs
  )
    throw new Error('the session at the provider has ended')
  const nameId = Subject[0].NameID[0]
  if (nameId.$?.Format === 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient')
    throw new Error('a transient NameID does not identify a person')
  const subject = nameId._.trim()
  const context = AuthnStatement[0].AuthnContext?.[0]?.AuthnContextClassRef?.[0]?._.trim()
  return {
    assertionId: assertion.$.ID,
    until: new Date(parseInstant(Conditions[0].$.NotOnOrAfter, 'NotOnOrAfter') + 2 * clockSkewMs),
    verifiedIdentity: {
      subject: withinLimit(subject, 500, 'NameID'),
      linkClaim: linkClaimOf(provider, assertion, subject),
      idToken: null,
      sid: statement.SessionIndex ? withinLimit(statement.SessionIndex, 500, 'SessionIndex') : null,
      amr: [],
      acr: context ? withinLimit(context, 300, 'AuthnContextClassRef') : null,
      verifiedAtMs: Math.min(verifiedAtMs, expected.nowMs),
    },
  }
}

type Confirmation = Assertion['Subject'][0]['SubjectConfirmation'][number]

function isValidConfirmation({ $, SubjectConfirmationData }: Confirmation, expected: Expected): boolean {
  const { Recipient, InResponseTo, NotOnOrAfter, NotBefore } = SubjectConfirmationData[0].$
  return (
    $.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer' &&
    Recipient === expected.acs &&
    InResponseTo === expected.requestId &&
    // SAML Profiles 4.1.4.2: a bearer confirmation has NotOnOrAfter and no NotBefore.
    NotBefore === undefined &&
    NotOnOrAfter !== undefined &&
    parseInstant(NotOnOrAfter, 'NotOnOrAfter') + clockSkewMs > expected.nowMs
  )
}

function linkClaimOf(
  { linkBy }: SamlProvider,
  { AttributeStatement = [] }: Assertion,
  nameId: string,
): VerifiedIdentity['linkClaim'] {
  if (linkBy.claim === 'NameID') return { to: 'ssoId', value: withinLimit(nameId, 320, 'NameID') }
  const values = AttributeStatement.flatMap(({ Attribute = [] }) => Attribute)
    .filter(({ $ }) => $.Name === linkBy.claim)
    .flatMap(({ AttributeValue = [] }) => AttributeValue)
  // Several values do not identify one person.
  const value = values.length === 1 ? values[0]?._?.trim() : undefined
  return value ? { to: 'ssoId', value: withinLimit(value, 320, linkBy.claim) } : null
}

function withinLimit(text: string, maxLength: number, what: string): string {
  if (text === '' || text.length > maxLength)
    throw new Error(`the SAML assertion’s ${what} is empty or too long`)
  return text
}

function parseInstant(text: string | undefined, what: string): number {
  const ms = Date.parse(text ?? '')
  if (Number.isNaN(ms)) throw new Error(`the SAML assertion’s ${what} is not a date`)
  return ms
}
