/** ISO 3166 alpha-2 codes with the calling codes of ITU-T E.164. */
const callingCodeList =
  'AD376 AE971 AF93 AG1 AI1 AL355 AM374 AO244 AR54 AS1 AT43 AU61 AW297 AX358 AZ994 BA387 BB1 BD880 BE32 BF226 BG359 BH973 ' +
  'BI257 BJ229 BL590 BM1 BN673 BO591 BQ599 BR55 BS1 BT975 BW267 BY375 BZ501 CA1 CC61 CD243 CF236 CG242 CH41 CI225 CK682 CL56 ' +
  'CM237 CN86 CO57 CR506 CU53 CV238 CW599 CX61 CY357 CZ420 DE49 DJ253 DK45 DM1 DO1 DZ213 EC593 EE372 EG20 ER291 ES34 ET251 ' +
  'FI358 FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1 GE995 GF594 GG44 GH233 GI350 GL299 GM220 GN224 GP590 GQ240 GR30 GT502 ' +
  'GU1 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IM44 IN91 IO246 IQ964 IR98 IS354 IT39 JE44 JM1 JO962 JP81 ' +
  'KE254 KG996 KH855 KI686 KM269 KN1 KP850 KR82 KW965 KY1 KZ7 LA856 LB961 LC1 LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 ' +
  'MA212 MC377 MD373 ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1 MQ596 MR222 MS1 MT356 MU230 MV960 MW265 MX52 ' +
  'MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977 NR674 NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 ' +
  'PL48 PM508 PR1 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 ' +
  'SJ47 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SX1 SY963 SZ268 TC1 TD235 TG228 TH66 TJ992 TK690 TL670 TM993 ' +
  'TN216 TO676 TR90 TT1 TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VA39 VC1 VE58 VG1 VI1 VN84 VU678 WF681 WS685 XK383 ' +
  'YE967 YT262 ZA27 ZM260 ZW263'

const callingCodes: ReadonlyMap<string, string> = new Map(
  callingCodeList.split(' ').map(entry => [entry.slice(0, 2), entry.slice(2)]),
)

/** Countries as ISO 3166 alpha-2 codes. */
export const countryCodes: readonly string[] = [...callingCodes.keys()]

export const isCountry = (code: string): boolean => callingCodes.has(code)

/** The country's name in the language of the locale. */
export const countryName = (code: string, locale: string): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code

/** `+44` for GB. */
export const callingCode = (country: string): string => `+${callingCodes.get(country) ?? ''}`

/** A phone number with its calling code, as `+1 215 555 0142 ext. 12`; empty if there is none. */
export const phoneText = (country: string, number: string): string =>
  number !== '' && isCountry(country) ? `${callingCode(country)} ${number}` : number

/** The states that mail in the USA is addressed to (USPS Publication 28), territories and armed forces included. */
export const usStates: readonly string[] =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP'.split(
    ' ',
  )

/** The forms of postal codes, where the country has one. Case and spaces do not matter. */
const postalCodes: Readonly<Record<string, { form: RegExp; example: string }>> = {
  US: { form: /^\d{5}(-?\d{4})?$/, example: '19103' },
  CA: { form: /^[ABCEGHJ-NPRSTVXY]\d[A-Z]\d[A-Z]\d$/, example: 'K1A 0B1' },
  GB: { form: /^(GIR0AA|[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2})$/, example: 'EC2A 4NE' },
  IE: { form: /^[A-Z]\d[\dW][A-Z\d]{4}$/, example: 'D02 AF30' },
  AU: { form: /^\d{4}$/, example: '2000' },
  AT: { form: /^\d{4}$/, example: '1010' },
  BE: { form: /^\d{4}$/, example: '1000' },
  CH: { form: /^\d{4}$/, example: '8001' },
  DK: { form: /^\d{4}$/, example: '1050' },
  NO: { form: /^\d{4}$/, example: '0150' },
  NZ: { form: /^\d{4}$/, example: '6011' },
  DE: { form: /^\d{5}$/, example: '10115' },
  ES: { form: /^\d{5}$/, example: '28013' },
  FR: { form: /^\d{5}$/, example: '75001' },
  IT: { form: /^\d{5}$/, example: '00186' },
  SE: { form: /^\d{5}$/, example: '111 20' },
  NL: { form: /^\d{4}[A-Z]{2}$/, example: '1012 AB' },
  PL: { form: /^\d{2}-?\d{3}$/, example: '00-001' },
  IN: { form: /^\d{6}$/, example: '110001' },
  SG: { form: /^\d{6}$/, example: '018956' },
  JP: { form: /^\d{3}-?\d{4}$/, example: '100-0001' },
}

/** An example of the country's postal codes; null: any form is accepted, also none. */
export const postalCodeExample = (country: string): string | null => postalCodes[country]?.example ?? null

/** Whether the country's mail has such a postal code. Countries without a known form accept any short text. */
export function isPostalCode(country: string, code: string): boolean {
  const known = postalCodes[country]
  if (!known) return /^[\p{L}\d -]{0,12}$/u.test(code)
  return known.form.test(code.toUpperCase().replaceAll(' ', ''))
}

/** Where people receive post, as they type it; a line that nobody typed is empty. */
export type PostalAddress = {
  address1: string
  address2: string
  city: string
  state: string
  province: string
  postalCode: string
  country: string
}

/** The lines of an address as people write it in its country, the country last: `Erie, PA 16501`. Empty if its first line is. */
export const addressLines = (address: PostalAddress, locale: string): string[] =>
  address.address1 === '' ? [] : linesOf(address, locale)

/** An address in one line, however little of it there is; empty where there is none, whatever its country says. */
export function addressText(address: PostalAddress, locale: string): string {
  const known = linesOf({ ...address, country: '' }, locale).length > 0
  return known ? linesOf(address, locale).join(', ') : ''
}

const comparable = (address: PostalAddress) =>
  addressText(address, 'en-US').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Whether two addresses are the same but for spaces and capitals. */
export const isSameAddress = (one: PostalAddress, other: PostalAddress): boolean =>
  comparable(one) === comparable(other)

function linesOf(address: PostalAddress, locale: string): string[] {
  const { address1, address2, city, state, province, postalCode, country } = address
  const region = [state, province, postalCode].filter(part => part.trim() !== '').join(' ')
  // Only an American address has a state.
  const isAmerican = country === 'US' || state !== ''
  const town = [city, region].filter(part => part.trim() !== '').join(isAmerican ? ', ' : ' ')
  return [address1, address2, town, country === '' ? '' : countryName(country, locale)].filter(
    line => line.trim() !== '',
  )
}
