import { randomBytes } from 'node:crypto'
import { signXml } from '@node-saml/node-saml/lib/xml.js'
import type { SamlAttackVariant, SamlState } from './saml-control.ts'
import { wrapped } from './signature-wrapping.ts'

const newId = () => `_${randomBytes(16).toString('hex')}`

type Keys = { own: string; other: string }

/** The XML response to a request: valid, or with the fault of `state.attackVariant`. */
export function responseTo(requestId: string, state: SamlState, issuer: string, keys: Keys): string {
  const is = (kind: SamlAttackVariant) => state.attackVariant === kind
  const assertion = assertionTo(requestId, state, issuer)
  const answers = is('wrong InResponseTo of the response') ? newId() : requestId
  const plain = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}" Version="2.0" IssueInstant="${instant(0)}" Destination="${is('wrong Destination') ? 'https://elsewhere.example/acs' : state.acs}"${is('no InResponseTo') ? '' : ` InResponseTo="${answers}"`}><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${is('no success') ? 'Responder' : 'Success'}"/></samlp:Status>${assertion}</samlp:Response>`
  if (is('unsigned')) return plain
  if (is('only the response is signed')) return signed(plain, 'Response', keys.own)
  const response = signed(
    plain,
    'Assertion',
    is('signed by another key') ? keys.other : keys.own,
    is('signed with SHA-1') ? 'sha1' : 'sha256',
  )
  if (is('altered after signing')) return response.replace(state.nameId, state.victim)
  // Canonicalization drops comments, so the signature stays valid. A reader that stops at the comment reads another name.
  if (is('a comment in the NameID'))
    return response.replace(`>${state.nameId}<`, `>${state.nameId.replace('.evil', '<!-- -->.evil')}<`)
  if (is('a document type with an entity'))
    return `<!DOCTYPE r [<!ENTITY who "${state.victim}">]>${response.replace(`>${state.nameId}<`, '>&who;<')}`
  return state.attackVariant?.startsWith('wrapped: ') ? wrapped(response, state) : response
}

function assertionTo(requestId: string, state: SamlState, issuer: string): string {
  const is = (kind: SamlAttackVariant) => state.attackVariant === kind
  const offsetS = is('clock ten minutes behind') ? -600 : is('clock ten minutes ahead') ? 600 : 0
  const end = instant(offsetS + (is('expired') ? -300 : 300))
  const until = is('without an end') ? '' : ` NotOnOrAfter="${end}"`
  const audience = is('wrong Audience') ? 'https://elsewhere.example/metadata' : state.entityId
  const recipient = is('wrong Recipient') ? 'https://elsewhere.example/acs' : state.acs
  const answers = is('wrong InResponseTo of the subject') ? newId() : requestId
  const inResponseTo = is('no InResponseTo') ? '' : ` InResponseTo="${answers}"`
  const format = is('transient NameID') ? '2.0:nameid-format:transient' : '1.1:nameid-format:unspecified'
  const attributes = Object.entries(state.attributes)
    .map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    )
    .join('')
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}" Version="2.0" IssueInstant="${instant(offsetS)}">`,
    `<saml:Issuer>${is('wrong issuer') ? 'https://elsewhere.example/' : issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:${format}">${state.nameId}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${is('not a bearer') ? 'sender-vouches' : 'bearer'}">`,
    `<saml:SubjectConfirmationData${until} Recipient="${recipient}"${inResponseTo}/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${instant(offsetS - 5)}"${until}>`,
    is('no Audience')
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`,
    '</saml:Conditions>',
    `<saml:AuthnStatement AuthnInstant="${instant(offsetS - state.signedInAgoS)}" SessionIndex="${newId()}">`,
    '<saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
    attributes === '' ? '' : `<saml:AttributeStatement>${attributes}</saml:AttributeStatement>`,
    '</saml:Assertion>',
  ].join('')
}

function signed(xml: string, element: string, privateKey: string, algorithm: 'sha1' | 'sha256' = 'sha256') {
  const path = `//*[local-name(.)='${element}']`
  return signXml(
    xml,
    path,
    { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
    { privateKey, signatureAlgorithm: algorithm, digestAlgorithm: algorithm },
  )
}

function instant(offsetS: number): string {
  return new Date(Date.now() + offsetS * 1000).toISOString()
}
