import { type Random, seededRandom } from '../random.ts'

/**
 * The seed of all invented names. It was chosen before the matcher was written, and changes no more: the marks of the benchmark hold
 * for it.
 */
export const inventedSeed = 'invented sanctions lists, November 2026'

/** Chosen when the matcher had its form. Nothing of the matcher may be adjusted to the names that come from it. */
export const heldOutSeed = 'names that the matcher has not seen, November 2026'

export type InventedPerson = { surname: string; given: string[]; birthYear: number; country: string }

/** `endings`: with them and the stems of the surnames come more surnames, so that two people seldom share one by chance. */
type Origin = {
  countries: readonly string[]
  given: readonly string[]
  surnames: readonly string[]
  stems: readonly string[]
  endings: readonly string[]
}

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Given names and surnames that are common where they come from. No combination is meant to be anybody. */
const origins = {
  arabic: {
    countries: ['Syria', 'Iraq', 'Yemen', 'Libya', 'Lebanon'],
    given:
      words(`Mohammed Ahmed Mahmoud Mustafa Ibrahim Yusuf Khalid Hassan Hussein Tariq Walid Nasser Karim Jamal Faisal Abdullah
      Abdulrahman Salim Bilal Hamza Omar Rashid Samir Ziad Qasim Fatima Layla Amina Noor Zainab`),
    surnames:
      words(`al-Masri al-Hashimi Khoury Haddad al-Tikriti Mansour al-Zubaidi Qaddour al-Shami Barakat Shehadeh al-Jabouri
      al-Harithi Saadeh Darwish Ghanem al-Ramlawi Qubaysi Najjar al-Obeidi Sharif Tlass al-Kurdi Suleiman Zoubi`),
    stems: words(
      `Bas Fad Haw Jur Kut Lat Maq Naf Qar Rab Sab Tam Wad Zar Dah Hur Shaw Ghar Bud Sal Ras Ham Nuj Far Kil`,
    ),
    endings: words(`awi ani oush aidi ari ubi asi imi our an eh iri`),
  },
  persian: {
    countries: ['Iran', 'Afghanistan'],
    given:
      words(`Ali Reza Hossein Mehdi Amir Javad Behrouz Farhad Gholam Hamid Kaveh Mohsen Naser Parviz Rahim Saeed Shahram
      Mahmoud Zahra Maryam`),
    surnames:
      words(`Ahmadi Karimzadeh Hosseini Moradi Rezaei Jafari Ghorbani Sadeghi Tehrani Khorasani Farahani Bahrami Shirazi
      Kermani Yazdani Mousavi Rostami Qomi Eskandari Golestan`),
    stems: words(
      `Akbar Bagher Daryush Esfand Far Gol Heydar Jam Kazem Lar Mir Nik Omid Pour Rah Sohrab Taher Vah Yaz Zand`,
    ),
    endings: words(`zadeh pour i nejad ian far mand doost abadi`),
  },
  russian: {
    countries: ['Russia', 'Belarus', 'Ukraine'],
    given:
      words(`Aleksandr Sergei Dmitri Vladimir Andrei Yevgeny Nikolai Mikhail Yuri Alexei Pavel Viktor Igor Oleg Konstantin
      Grigory Anatoly Vyacheslav Natalya Yekaterina Olga`),
    surnames:
      words(`Ivanov Petrovsky Zhukov Yershov Shevchenko Kuznetsov Tikhonov Chernyshev Vorobyov Lukashin Malyutin Dyachenko
      Khabarov Goryunov Sokolovsky Zaytsev Belyaev Rybakov Shcherbakov Kovalchuk Fyodorov Agapov`),
    stems: words(
      `Bel Bog Bur Dem Dol Gorb Grish Kal Kar Kop Kras Leb Mak Mor Nov Ost Pol Rom Sav Ser Sid Sol Sukh Tar Tim Ust Vor Yak Zim Zub`,
    ),
    endings: words(`anov enko insky ukhin achev ovich akov eev ovskoy yonkin ishchev`),
  },
  spanish: {
    countries: ['Colombia', 'Mexico', 'Venezuela', 'Cuba', 'Nicaragua'],
    given:
      words(`José Juan Carlos Luis Miguel Jesús Ángel Francisco Fernando Rafael Ramón Andrés Héctor Óscar Germán Joaquín
      María Guadalupe Lucía Inés`),
    surnames:
      words(`García Rodríguez Hernández Martínez Zambada Ordóñez Quintero Beltrán Salcedo Castaño Urdaneta Villarreal
      Cárdenas Montoya Escárcega Peñaloza Ibáñez Núñez Valenzuela Arteaga Maduro Tapia`),
    stems: words(
      `Alb Bar Cab Cord Dom Esp Fig Gall Her Lar Lop Mal Mor Nav Oliv Par Quin Ros Sal Tor Vald Vill Zam`,
    ),
    endings: words(`eño ada ero ales ona uera ano ivar edo ínez agosa ez`),
  },
  chinese: {
    countries: ['China', 'Burma'],
    given: words(
      `Wei Jian Xiaoming Guoqiang Zhiyuan Haoran Jing Lihua Mingzhe Yonggang Xiuying Chaoyang Deming Fuhua Qiang`,
    ),
    surnames: words(
      `Wang Li Zhang Chen Zhao Huang Zhou Xu Sun Ma Zhu Guo He Luo Zheng Ouyang Xie Tang Cao Deng`,
    ),
    stems: words(`B C Ch D F G H J K L M N P Q R S Sh T W X Y Z Zh`),
    endings: words(`iao uan ong eng ai in u an ou ei`),
  },
  korean: {
    countries: ['North Korea'],
    given: words(
      `Jong-un Chol Yong-ho Myong-guk Kwang-il Sung-hyok Pyong-chol Tae-song Hak-su Un-jong Ryong-nam Song-ae`,
    ),
    surnames: words(`Kim Ri Pak Choe Jong Kang Yun Jang O Han Sin Kwon Hwang An Song Ryu`),
    stems: words(`B Ch D G H J K M N P S T Y`),
    endings: words(`ang eon im o ae un yong ul ok`),
  },
  african: {
    countries: ['Sudan', 'Somalia', 'South Sudan', 'Congo', 'Zimbabwe'],
    given: words(
      `Abdi Farah Garang Salva Deng Emmanuel Joseph Patrice Tendai Farai Hassan Osman Musa Yaqub Grace Chipo`,
    ),
    surnames:
      words(`Warsame Abdirahman Mabior Nkunda Kabongo Mutasa Chiwenga Mugabo Ogaden Tumba Lokech Bizimana Gatluak Elmi
      Mwangi Ntaganzwa Sibanda Ngoma`),
    stems: words(`Ab Bah Chik Dzim Gwe Kat Lum Mak Mba Mwan Nda Nga Nko Nya Odh Oki Ruk Seb Tsh Wam Zim`),
    endings: words(`andi umba iambo onga ule anzi eku amba ere ojo ibwe`),
  },
  balkan: {
    countries: ['Serbia', 'Bosnia and Herzegovina', 'Kosovo'],
    given: words(
      `Slobodan Ratko Milan Zoran Dragan Goran Nebojša Vojislav Željko Miloš Radovan Stojan Jelena Snežana`,
    ),
    surnames:
      words(`Jovanović Petrović Đorđević Šljivančanin Kovačević Nikolić Živković Stanišić Vukčević Lazarević Hadžić Čolić
      Krajišnik Babić`),
    stems: words(
      `Ad Bog Brank Dam Dr Grb Iv Jank Kost Luk Mark Mil Obr Pav Rad Sav Sim Stank Tod Vas Vel Zdr`,
    ),
    endings: words(`ović ević anović inić ašević ačić enović osavljević`),
  },
  english: {
    countries: ['United States', 'United Kingdom'],
    given:
      words(`James Mary John Patricia Robert Jennifer Michael Linda William Elizabeth David Barbara Richard Susan Joseph
      Jessica Thomas Sarah Charles Karen Christopher Nancy Daniel Lisa Matthew Margaret Anthony Sandra Mark Ashley Donald Emily
      Steven Kimberly Paul Carol Andrew Amanda Joshua Melissa Kenneth Deborah Kevin Stephanie Brian Rebecca George Sharon
      Edward Laura Ronald Dorothy Oliver Imogen Alistair Fiona Rupert Harriet`),
    surnames:
      words(`Smith Johnson Williams Brown Jones Davis Miller Wilson Moore Taylor Anderson Thomas Jackson White Harris Martin
      Thompson Robinson Clark Lewis Lee Walker Hall Allen Young King Wright Scott Green Baker Adams Nelson Carter Mitchell
      Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Morris Rogers Reed Cook Morgan Bell Murphy Bailey
      Cooper Richardson Cox Howard Ward Peterson Gray Whitcombe Ashdown Fairweather Penhaligon Ellsworth Hargreaves Thornbury
      Lockwood Abernathy Carmichael Kensington Westbrook Sutherland`),
    stems: words(
      `Ash Black Brad Brook Burn Clay Cold Dun East Far Gold Hart Holl Kirk Lang Long Marsh Nor Oak Pem Red Sher Stan Thorn Under Wake West Whit Win Wood`,
    ),
    endings: words(`ford ley ton worth field man well ham wick stone bury ridge more by`),
  },
} as const satisfies Record<string, Origin>

type OriginName = keyof typeof origins

const listedOrigins = [
  'arabic',
  'persian',
  'russian',
  'spanish',
  'chinese',
  'korean',
  'african',
  'balkan',
] as const

/** How many of a thousand people who are on no list have names of an origin: those whom a sponsor in the US or the UK knows. */
const unlistedShares: readonly (readonly [OriginName, number])[] = [
  ['english', 760],
  ['spanish', 90],
  ['chinese', 45],
  ['arabic', 35],
  ['russian', 25],
  ['persian', 15],
  ['african', 15],
  ['balkan', 10],
  ['korean', 5],
]

function person(random: Random, name: OriginName): InventedPerson {
  const origin: Origin = origins[name]
  const given = [random.pick(origin.given)]
  if (name === 'arabic' || name === 'african' || random.chance(name === 'english' ? 0.35 : 0.45)) {
    const second = random.pick(origin.given)
    if (second !== given[0]) given.push(second)
  }
  const first = surnameOf(random, origin)
  const surname = name === 'spanish' && random.chance(0.8) ? `${first} ${surnameOf(random, origin)}` : first
  return { surname, given, birthYear: random.integer(1935, 2000), country: random.pick(origin.countries) }
}

const commonSurnames = 0.15

const surnameOf = (random: Random, { surnames, stems, endings }: Origin): string =>
  random.chance(commonSurnames) ? random.pick(surnames) : random.pick(stems) + random.pick(endings)

export const fullName = ({ given, surname }: InventedPerson): string => `${given.join(' ')} ${surname}`

/** People of whom no two have the same name. */
export function inventedPersons(count: number, seed = inventedSeed): InventedPerson[] {
  const random = seededRandom(`${seed}: persons`)
  return distinct(count, () => person(random, random.pick(listedOrigins)), fullName)
}

/**
 * People of whom none has the words of a listed name, in whatever order: only what else is known about two namesakes tells them apart. The
 * lists of invented-lists.ts know a person by the first given name and the surname, too.
 */
export function unlistedPersons(
  count: number,
  listed: readonly InventedPerson[],
  seed = inventedSeed,
): InventedPerson[] {
  const random = seededRandom(`${seed}: unlisted persons`)
  const taken = new Set(
    listed.flatMap(each => [wordsOf(each), wordsOf({ ...each, given: each.given.slice(0, 1) })]),
  )
  return distinct(count, () => person(random, originByShare(random)), wordsOf, taken)
}

const wordsOf = (each: InventedPerson): string => fullName(each).split(' ').sort().join(' ')

function originByShare(random: Random): OriginName {
  let at = random.integer(1, 1_000)
  for (const [name, share] of unlistedShares) {
    at -= share
    if (at <= 0) return name
  }
  return 'english'
}

const onsets = words('b d f g h j k l m n p r s t v z br dr gr kh sh zh tr st')
const vowels = words('a e i o u a a o')
const codas = ['', '', 'n', 'r', 'l', 's', 'k', 'm']
const businesses = words(
  `Trading Shipping Petroleum Construction Exchange Airlines Bank Telecom Mining Investment Pharmaceutical Chemical Engineering
  Import-Export Electronics Charity Foundation Relief Insurance Steel`,
)
const adjectives = words('International General National United Eastern Golden Modern First Global')
const legalForms = [
  'LLC',
  'CO., LTD.',
  'S.A.',
  'S.A. DE C.V.',
  'OOO',
  'GMBH',
  'LIMITED',
  'FZE',
  'OJSC',
  'AND COMPANY',
]
const plainPatterns = ['coined', 'coined', 'two', 'family', 'qualified'] as const

export function coinedWord(random: Random): string {
  let word = ''
  for (let syllable = random.integer(2, 3); syllable > 0; syllable--)
    word += random.pick(onsets) + random.pick(vowels) + random.pick(codas)
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Companies, banks and false charities, each with a word of its own or a surname. */
export function inventedEntities(count: number, seed = inventedSeed): string[] {
  const random = seededRandom(`${seed}: entities`)
  return distinct(
    count,
    () => entityName(random),
    name => name,
  )
}

function entityName(random: Random): string {
  const business = random.pick(businesses)
  const form = random.chance(0.7) ? ` ${random.pick(legalForms)}` : ''
  switch (random.pick(plainPatterns)) {
    case 'coined':
      return `${coinedWord(random)} ${business}${form}`
    case 'two':
      return `${coinedWord(random)} ${coinedWord(random)} ${business}${form}`
    case 'family': {
      const { surname } = person(random, random.pick(listedOrigins))
      return `${surname} Brothers ${business} ${coinedWord(random)}${form}`
    }
    case 'qualified':
      return `${random.pick(adjectives)} ${coinedWord(random)} ${business} ${random.pick(businesses)}${form}`
  }
}

function distinct<T>(count: number, make: () => T, key: (each: T) => string, taken = new Set<string>()): T[] {
  const made: T[] = []
  const keys = new Set(taken)
  for (let attempt = 0; made.length < count; attempt++) {
    if (attempt > count * 50) throw new Error('The pools have too few names.')
    const each = make()
    if (keys.has(key(each))) continue
    keys.add(key(each))
    made.push(each)
  }
  return made
}
