import type { Draws } from '../random.ts'

// Every word is either common or made up: no place, person or charity of this world is meant.
const placeBeginnings =
  'ALDER AMBER ASH BECK BIRCH BRAM BRIAR CAL CINDER CLEAR CORRIN DUN EAST ELDER FAIR FALLOW FERN FOX GLEN GREY HALLOW HARROW HAZEL HEATH HOLM IVER KEST LARK LINDEN LOW MARROW MERROW MILL NETTLE NORTH OAKEN OTTER PEN QUILL RAVEN REED ROWAN SABLE SEDGE SILVER STONE TARN THISTLE THORN UMBER VALE WETHER WHIN WILLOW WREN YARROW'.split(
    ' ',
  )
const placeEndings =
  'BANK BOROUGH BRIDGE BURN BURY CLIFFE COMBE CROFT DALE DEN FIELD FORD GATE HAM HAVEN HOLLOW HURST LEIGH LOCK MERE MINSTER MOOR MOUTH POINT PORT RIDGE SHAW SIDE STEAD STOKE STOW THORPE TON VIEW WATER WELL WICK WOLD WORTH'.split(
    ' ',
  )
const concerns =
  "ANIMAL RESCUE,ARTS,BOOK,BRIDGE BUILDERS,CHILDREN'S,CHORAL,CITIZENS,COMMUNITY,DISABILITY,EDUCATION,ELDERS,FAMILY,FOOD,GARDEN,HEALTH,HERITAGE,HOSPICE,HOUSING,LAND,LEARNING,LITERACY,MUSIC,NATURE,NEIGHBORHOOD,READING,RECOVERY,RIVER,SCHOLARSHIP,SCIENCE,SENIOR,SHELTER,THEATER,VETERANS,WATER,WILDLIFE,WOMEN'S,YOUTH".split(
    ',',
  )
const kinds =
  'ALLIANCE,ASSOCIATION,CENTER,COALITION,COUNCIL,FOUNDATION,FUND,INITIATIVE,INSTITUTE,LEAGUE,NETWORK,PARTNERSHIP,PROJECT,SERVICES,SOCIETY,TRUST,UNION,WORKS'.split(
    ',',
  )
const things =
  'ARBORETUM,BANDSTAND,BELL TOWER,COMMONS,FAIRGROUND,HARBOR,LIBRARY,LIGHTHOUSE,MARSH,MEADOWS,MUSEUM,OBSERVATORY,ORCHARD,PARK,POOL,PUBLIC SCHOOLS,SYMPHONY,TRAILS'.split(
    ',',
  )
const orders =
  'ORDER OF THE LANTERN,LOYAL COMPANY OF GLEANERS,BROTHERHOOD OF THE OPEN HAND,SISTERHOOD OF THE LOOM,UNITED WAYFARERS'.split(
    ',',
  )
const syllables =
  'BA BE BO CA CO DA DE DO FA FE GA GO HA HE JO KA KE LA LE LO MA ME MO NA NE NO PA PE RA RE RO SA SE SO TA TE TO VA VE WA WE ZA'.split(
    ' ',
  )
const suffixes = ['', '', '', ' INC', ' INC', ' LTD', ' CORP', ' OF AMERICA']

/** `ALDERFORD`: a town's name. */
export const placeName = (draws: Draws): string => draws.pick(placeBeginnings) + draws.pick(placeEndings)

/** `MODELAVE`: a family's name, so that a large register has many words; long enough to be no English word. */
export const familyName = (draws: Draws): string =>
  Array.from({ length: draws.whole(3, 4) }, () => draws.pick(syllables)).join('') +
  draws.pick(['', 'N', 'R', 'S', 'TH'])

export type CharityName = { name: string; alias: string; groupNumber: string }

/** A name as the register writes it; some one in seven belongs to an order whose lodges all bear the same name. */
export function charityName(draws: Draws, town: string): CharityName {
  if (draws.chance(0.14)) {
    const order = draws.whole(0, orders.length - 1)
    return {
      name: orders[order] ?? '',
      alias: `${draws.whole(2, 999)} ${town} LODGE`,
      groupNumber: String(9001 + order),
    }
  }
  const place = draws.chance(0.6) ? town : placeName(draws)
  const suffix = draws.pick(suffixes)
  const alias = draws.chance(0.1) ? `${place} ${draws.pick(concerns)}` : ''
  const patterns = [
    () => `${place} ${draws.pick(concerns)} ${draws.pick(kinds)}${suffix}`,
    () => `FRIENDS OF THE ${place} ${draws.pick(things)}${suffix}`,
    () =>
      `${familyName(draws)} ${draws.pick(['FAMILY', 'MEMORIAL', 'CHARITABLE'])} ${draws.pick(['FOUNDATION', 'TRUST', 'FUND'])}`,
    () => `${draws.pick(['FIRST', 'NEW', 'GRACE', 'CALVARY'])} ${familyName(draws)} CHURCH OF ${place}`,
    () => `${place} ${draws.pick(concerns)} & ${draws.pick(concerns)} ${draws.pick(kinds)}`,
    () => `THE ${familyName(draws)} ${draws.pick(concerns)} ${draws.pick(kinds)}${suffix}`,
  ]
  return { name: draws.pick(patterns)().slice(0, 70).trim(), alias, groupNumber: '0000' }
}
