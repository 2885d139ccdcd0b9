import { parseDomFromString, xpath } from '@node-saml/node-saml/lib/xml.js'

/**
 * Checks a SAML response before it is parsed. Throws for several or misplaced assertions (signature wrapping), for comments,
 * entities and processing instructions (parsers read them differently), and for weak algorithms.
 */
export async function requirePlainEnvelope(xml: string): Promise<void> {
  const text = xml.replace(/^\uFEFF?\s*<\?xml [^<>]{0,100}\?>/, '')
  const forbidden = /<!|<\?/.exec(text)
  if (forbidden)
    throw new Error('the SAML response contains a comment, a document type or a processing instruction')
  const document = await parseDomFromString(xml)
  const count = (path: string) => xpath.selectElements(document, path).length
  const element = (name: string) => `*[local-name()='${name}']`
  if (
    count(`//${element('Assertion')}`) !== 1 ||
    count(`/${element('Response')}/${element('Assertion')}`) !== 1
  )
    throw new Error('the SAML response does not have exactly one assertion, in its place')
  if (count(`//${element('Response')}`) !== 1) throw new Error('the SAML response contains another')
  const ids = xpath.selectAttributes(document, '//@ID').map(({ value }) => value)
  if (new Set(ids).size < ids.length) throw new Error('two elements of the SAML response have one ID')
  for (const [name, allowed] of Object.entries(algorithms)) {
    const used = xpath.selectAttributes(document, `//${element(name)}/@Algorithm`)
    const weak = used.find(({ value }) => !allowed.includes(value))
    if (weak) throw new Error(`the SAML response uses ${name} ${weak.value}`)
  }
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const more = 'http://www.w3.org/2001/04/xmldsig-more#'

/** The allowed algorithms. SHA-1 can be forged, and HMAC would use the public certificate as its key. */
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
