import { parseDomFromString, xpath } from '@node-saml/node-saml/lib/xml.js'

/**
 * Looks at a SAML response before anybody reads it, and throws for what no honest one holds: more than one assertion or one
 * in an odd place (signature wrapping), comments, entities and instructions (text that two readers read differently), and
 * algorithms that prove nothing today.
 */
export async function requirePlainEnvelope(xml: string): Promise<void> {
  const text = xml.replace(/^\uFEFF?\s*<\?xml [^<>]{0,100}\?>/, '')
  const odd = /<!|<\?/.exec(text)
  if (odd) throw new Error('the SAML response holds a comment, a document type or an instruction')
  const document = await parseDomFromString(xml)
  const count = (path: string) => xpath.selectElements(document, path).length
  const named = (name: string) => `*[local-name()='${name}']`
  if (count(`//${named('Assertion')}`) !== 1 || count(`/${named('Response')}/${named('Assertion')}`) !== 1)
    throw new Error('the SAML response does not hold exactly one assertion in its place')
  if (count(`//${named('Response')}`) !== 1) throw new Error('the SAML response holds another')
  const ids = xpath.selectAttributes(document, '//@ID').map(({ value }) => value)
  if (new Set(ids).size < ids.length) throw new Error('two elements of the SAML response have one ID')
  for (const [element, allowed] of Object.entries(algorithms)) {
    const used = xpath.selectAttributes(document, `//${named(element)}/@Algorithm`)
    const strange = used.find(({ value }) => !allowed.includes(value))
    if (strange) throw new Error(`the SAML response uses ${element} ${strange.value}`)
  }
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const more = 'http://www.w3.org/2001/04/xmldsig-more#'

/** SHA-1 is on no list: it can be forged. Keyed hashes have no place where only a certificate is known. */
const algorithms: Record<string, readonly string[]> = {
  SignatureMethod: [
    `${more}rsa-sha256`,
    `${more}rsa-sha512`,
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  CanonicalizationMethod: [exclusive, inclusive],
  Transform: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive, inclusive],
}
