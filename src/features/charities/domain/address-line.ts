import { inMixedCase, shortForms } from './charity-name.ts'

/** Of addresses, after the list of the United States Postal Service (Publication 28, appendices C1 and C2). */
const streetForms = new Set([
  ...shortForms,
  ...[
    'bldg',
    'blvd',
    'bsmt',
    'byp',
    'cmns',
    'crk',
    'crst',
    'ct',
    'ctr',
    'cv',
    'dl',
    'fl',
    'flr',
    'ft',
    'grn',
  ],
  ...['hbr', 'hts', 'hwy', 'jct', 'knl', 'lk', 'ln', 'lndg', 'lvl', 'mtn', 'pk', 'pkwy', 'pl', 'plz', 'pr'],
  ...['pt', 'rd', 'rdg', 'rm', 'rpds', 'rst', 'shr', 'shrs', 'spg', 'spgs', 'sq', 'stn', 'strm', 'ter'],
  ...['tpke', 'trce', 'trk', 'trl', 'twp', 'vlg', 'vlgs', 'vly', 'wl', 'wls', 'xing'],
])

/** A register's line of an address for people, as `charityName` is for names: `544 MARKET SQ NW` → `544 Market Sq NW`. */
export const addressLine = (registered: string): string => inMixedCase(registered, streetForms)
