import { stableHash } from './near-words.ts'

/**
 * Words that registers and people write in different ways. Each line is one class; the search treats all its words as the
 * first one. A change here needs a new `derivationVersion` (staging-columns.ts).
 */
const classes = `
SAINT ST STE
MOUNT MT
MOUNTAIN MTN
FORT FT
CENTER CENTRE CTR CNTR
ASSOCIATION ASSN ASSOC ASSOCS ASSO ASSC
INTERNATIONAL INTL INTERNATL
NATIONAL NATL NAT
DEPARTMENT DEPT DEP
FOUNDATION FDN FNDN FNDTN FOUNDTN
VOLUNTEER VOL VOLS
UNIVERSITY UNIV
INSTITUTE INST
ORGANIZATION ORGANISATION ORG ORGN
SOCIETY SOC
COMMITTEE CMTE COMTE
COMMISSION COMMN
COUNTY CNTY CTY
DISTRICT DIST
TOWNSHIP TWP
HEIGHTS HTS
VALLEY VLY
GOVERNMENT GOVT
SCHOOL SCH
ELEMENTARY ELEM
EDUCATION EDUC EDN
HOSPITAL HOSP
MEDICAL MED
DEVELOPMENT DEV DEVEL
SERVICE SVC SERV
SERVICES SVCS
MANAGEMENT MGMT
AMERICAN AMER
AUXILIARY AUX
MEMORIAL MEM MEML
SCHOLARSHIP SCHOL
CHARITABLE CHAR
TRUST TR
TRUSTEES TTEES
BROTHERS BROS
DOCTOR DR
JUNIOR JR
BAPTIST BAPT
METHODIST METH
PRESBYTERIAN PRESBY PRESB
LUTHERAN LUTH
CATHOLIC CATH
EPISCOPAL EPIS
NORTHEAST NE
NORTHWEST NW
SOUTHEAST SE
SOUTHWEST SW
THEATER THEATRE
HARBOR HARBOUR
NEIGHBOR NEIGHBOUR
NEIGHBORHOOD NEIGHBOURHOOD
LABOR LABOUR
HONOR HONOUR
COLOR COLOUR
PROGRAM PROGRAMME
DEFENSE DEFENCE
PEDIATRIC PAEDIATRIC
FIRST 1ST
SECOND 2ND 2D
THIRD 3RD 3D
FOURTH 4TH
FIFTH 5TH
SIXTH 6TH
SEVENTH 7TH
EIGHTH 8TH
NINTH 9TH
TENTH 10TH
ELEVENTH 11TH
TWELFTH 12TH
1 I
2 II
3 III
4 IV
5 V
6 VI
7 VII
8 VIII
9 IX
10 X
11 XI
12 XII
13 XIII
14 XIV
15 XV
16 XVI
17 XVII
18 XVIII
19 XIX
20 XX
`

/** The classes of synonyms; the first word represents its class. */
export const synonyms: readonly (readonly string[])[] = classes
  .trim()
  .split('\n')
  .map(line => line.split(' '))

const firstOfClass: ReadonlyMap<string, string> = new Map(
  synonyms.flatMap(([first = '', ...others]) => others.map(word => [word, first] as const)),
)

/** The word itself, or the first of its class: `ST` → `SAINT`. */
const spelledOut = (word: string): string => firstOfClass.get(word) ?? word

/** A name key (`nameKey`) with every abbreviation spelled out, by which names count as the same. */
export function spelledOutKey(key: string): string {
  let spelled = ''
  for (const word of key.split(' ')) spelled += spelled === '' ? spelledOut(word) : ` ${spelledOut(word)}`
  return spelled
}

/** The singular by Harman's S stemmer (1991), so that a plural or a possessive finds the other form. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('S')) return word
  if (word.endsWith('IES')) return /[AE]IES$/.test(word) ? word : `${word.slice(0, -3)}Y`
  if (word.endsWith('ES')) return /[AEO]ES$/.test(word) ? word : word.slice(0, -1)
  return /[US]S$/.test(word) ? word : word.slice(0, -1)
}

/** The key of a word in the search index. Synonyms, and the singular and plural of a word, have the same key. */
export const wordKey = (word: string): number => stableHash(spelledOut(singular(spelledOut(word))))

// Legal wrappers of a name: the trustees of Dartmouth College are Dartmouth College.
const wrapperKeys: ReadonlySet<number> = new Set(
  'BOARD TRUSTEES REGENTS PRESIDENT FELLOWS'.split(' ').map(wordKey),
)

/** One number for the words of a name in any order, without repetitions and without words such as "Trustees". */
export function nameHash(wordKeys: readonly number[]): number {
  const significant = wordKeys.filter(key => !wrapperKeys.has(key))
  const sorted = [...new Set(significant.length === 0 ? wordKeys : significant)].sort((a, b) => a - b)
  return stableHash(sorted.join(' '))
}
