/** The placeholders of a text and their meaning. The values are the client's. */
export const placeholders = {
  displayName: 'Name of this site',
  legalName: 'Legal name of the sponsor, which its bank accounts have',
  phone: 'Support phone number',
  email: 'Support e-mail address',
  address: 'Postal address on one line',
  hours: 'When the phone is answered',
  minimumGrant: 'Smallest grant that can be recommended',
  decisionDays: 'How long a decision about a grant takes',
  paymentDays: 'How long the payment of an approved grant takes',
  year: 'Current year',
} as const satisfies Record<string, string>
type Placeholder = keyof typeof placeholders
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

const inBraces = /\{([a-zA-Z]{1,40})\}/g

/** Replaces placeholders such as `{phone}`. Unknown ones stay and are passed to `unknown`. */
export function fillIn(
  text: string,
  values: PlaceholderValues,
  unknown: (name: string) => void = () => {},
): string {
  return text.replaceAll(inBraces, (whole, name: string) => {
    if (isPlaceholder(name)) return values[name]
    unknown(name)
    return whole
  })
}

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(placeholders, name)
}
