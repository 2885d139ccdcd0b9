type ConnectedPerson = {
  name: string
  last_name: string | null
  address_line1: string | null
  postal_code: string | null
}
type PlacedCharity = { name: string; street: string | null; postal_code: string | null }

/** Words that are both names of people and common words, so a match means nothing. */
const commonWords = new Set(['church', 'park', 'lake', 'hill', 'house', 'young', 'green', 'west', 'north'])
const shortestName = 4

/**
 * Where a charity has the name or the address of one of the fund's people (§13). Each is a sentence for staff: a hint that they may be
 * connected, which decides nothing.
 */
export function connectionHints(charity: PlacedCharity, people: readonly ConnectedPerson[]): string[] {
  const words = new Set(wordsOf(charity.name))
  return people.flatMap(person => {
    const lastName = wordsOf(person.last_name ?? '').at(-1) ?? ''
    const sharesName =
      lastName.length >= shortestName && !commonWords.has(lastName) && words.has(lastName)
        ? [`The charity’s name contains the name of ${person.name}.`]
        : []
    return isSamePlace(charity, person)
      ? [...sharesName, `The charity has the same address as ${person.name}.`]
      : sharesName
  })
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The same street and number in the same postal district; of US codes the first five digits count. */
function isSamePlace(charity: PlacedCharity, person: ConnectedPerson): boolean {
  const street = wordsOf(charity.street ?? '').join(' ')
  return (
    street !== '' &&
    street === wordsOf(person.address_line1 ?? '').join(' ') &&
    districtOf(charity.postal_code) !== '' &&
    districtOf(charity.postal_code) === districtOf(person.postal_code)
  )
}

const districtOf = (code: string | null): string => {
  const plain = (code ?? '').replace(/\s/g, '').toUpperCase()
  return /^\d{5}/.test(plain) ? plain.slice(0, 5) : plain
}
