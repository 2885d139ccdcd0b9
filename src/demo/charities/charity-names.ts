import type { Random } from '../random.ts'

// Every word is common or invented; no real place, person or charity is meant.
const placePrefixes =
  'ALDER AMBER ASH BECK BIRCH BRAM BRIAR CAL CINDER CLEAR CORRIN DUN EAST ELDER FAIR FALLOW FERN FOX GLEN GREY HALLOW HARROW HAZEL HEATH HOLM IVER KEST LARK LINDEN LOW MARROW MERROW MILL NETTLE NORTH OAKEN OTTER PEN QUILL RAVEN REED ROWAN SABLE SEDGE SILVER STONE TARN THISTLE THORN UMBER VALE WETHER WHIN WILLOW WREN YARROW'.split(
    ' ',
  )
const placeSuffixes =
  'BANK BOROUGH BRIDGE BURN BURY CLIFFE COMBE CROFT DALE DEN FIELD FORD GATE HAM HAVEN HOLLOW HURST LEIGH LOCK MERE MINSTER MOOR MOUTH POINT PORT RIDGE SHAW SIDE STEAD STOKE STOW THORPE TON VIEW WATER WELL WICK WOLD WORTH'.split(
    ' ',
  )
const concerns =
  "ANIMAL RESCUE,ARTS,BOOK,BRIDGE BUILDERS,CHILDREN'S,CHORAL,CITIZENS,COMMUNITY,DISABILITY,EDUCATION,ELDERS,FAMILY,FOOD,GARDEN,HEALTH,HERITAGE,HOSPICE,HOUSING,LAND,LEARNING,LITERACY,MUSIC,NATURE,NEIGHBORHOOD,READING,RECOVERY,RIVER,SCHOLARSHIP,SCIENCE,SENIOR,SHELTER,THEATER,VETERANS,WATER,WILDLIFE,WOMEN'S,YOUTH".split(
    ',',
  )
// The commonest first: the register repeats a few of these words most of the time.
const kinds =
  'FOUNDATION,ASSOCIATION,SOCIETY,CENTER,FUND,TRUST,COUNCIL,ALLIANCE,PROJECT,LEAGUE,INSTITUTE,SERVICES,UNION,COALITION,NETWORK,INITIATIVE,PARTNERSHIP,WORKS'.split(
    ',',
  )
const things =
  'ARBORETUM,BANDSTAND,BELL TOWER,COMMONS,FAIRGROUND,HARBOR,LIBRARY,LIGHTHOUSE,MARSH,MEADOWS,MUSEUM,OBSERVATORY,ORCHARD,PARK,POOL,PUBLIC SCHOOLS,SYMPHONY,TRAILS'.split(
    ',',
  )
const orderKinds =
  'ORDER OF THE,LOYAL COMPANY OF THE,BROTHERHOOD OF THE,SISTERHOOD OF THE,UNITED WAYFARERS OF THE,BENEVOLENT KNIGHTS OF THE,GRAND LODGE OF THE,ANCIENT GLEANERS OF THE,AUXILIARY OF THE'.split(
    ',',
  )
const orderSigns =
  'LANTERN,OPEN HAND,LOOM,SHEAF,COMPASS,BEEHIVE,ANCHOR,OAK LEAF,HEARTH,MILLSTONE,BELL,GOLDEN KEY,PLOUGH,WHITE HART,TRELLIS'.split(
    ',',
  )
const syllables =
  'BA BE BO CA CO DA DE DO FA FE GA GO HA HE JO KA KE LA LE LO MA ME MO NA NE NO PA PE RA RE RO SA SE SO TA TE TO VA VE WA WE ZA'.split(
    ' ',
  )
const suffixes = ['', '', '', ' INC', ' INC', ' LTD', ' CORP', ' OF AMERICA']

/** A town's name, such as `ALDERFORD`. */
export const placeName = (random: Random): string => random.pick(placePrefixes) + random.pick(placeSuffixes)

/** An invented family name, such as `MODELAVE`. It gives a large register many words, and is too long for an English word. */
const familyName = (random: Random): string =>
  Array.from({ length: random.integer(3, 4) }, () => random.pick(syllables)).join('') +
  random.pick(['', 'N', 'R', 'S', 'TH'])

type CharityName = { name: string; alias: string; groupNumber: string }

/** Skews a pick towards the first of a list, as words and names are distributed (Zipf–Mandelbrot, exponent 1). */
function pickRank(random: Random, count: number, flatness: number): number {
  const shareOf = (rank: number) =>
    Math.log((rank + flatness) / flatness) / Math.log((count + flatness) / flatness)
  const share = random.next()
  return Array.from({ length: count }, (_, rank) => rank).findIndex(rank => share < shareOf(rank + 1))
}

const pickCommon = (random: Random, words: readonly string[]): string =>
  words[pickRank(random, words.length, 1)] ?? ''

/**
 * A name as the register writes it. About one in seven belongs to an order whose lodges share one name; the largest order has
 * about six lodges in a thousand charities, as in the real register.
 */
export function charityName(random: Random, town: string): CharityName {
  if (random.chance(0.14)) {
    const order = pickRank(random, orderKinds.length * orderSigns.length, 8)
    const sign = orderSigns[order % orderSigns.length]
    return {
      name: `${orderKinds[Math.floor(order / orderSigns.length)]} ${sign}`,
      alias: `${random.integer(2, 999)} ${town} LODGE`,
      groupNumber: String(9001 + order),
    }
  }
  const place = random.chance(0.6) ? town : placeName(random)
  const suffix = random.pick(suffixes)
  const alias = random.chance(0.1) ? `${place} ${random.pick(concerns)}` : ''
  const patterns = [
    () => `${place} ${random.pick(concerns)} ${pickCommon(random, kinds)}${suffix}`,
    () => `FRIENDS OF THE ${place} ${random.pick(things)}${suffix}`,
    () =>
      `${familyName(random)} ${random.pick(['FAMILY', 'MEMORIAL', 'CHARITABLE'])} ${random.pick(['FOUNDATION', 'TRUST', 'FUND'])}`,
    () => `${random.pick(['FIRST', 'NEW', 'GRACE', 'CALVARY'])} ${familyName(random)} CHURCH OF ${place}`,
    () => `${place} ${random.pick(concerns)} & ${random.pick(concerns)} ${pickCommon(random, kinds)}`,
    () => `THE ${familyName(random)} ${random.pick(concerns)} ${pickCommon(random, kinds)}${suffix}`,
  ]
  return { name: random.pick(patterns)().slice(0, 70).trim(), alias, groupNumber: '0000' }
}
