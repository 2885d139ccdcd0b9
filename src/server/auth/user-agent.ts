/** What people call a browser, by the word that it alone has in its user agent; the first that fits. */
const browsers: readonly (readonly [word: RegExp, name: string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
]

const systems: readonly (readonly [word: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * `Firefox on Windows`: what a person's list of sessions and devices calls a browser; null where its user agent says
 * nothing that we know. Versions are left out: people do not know them, and nothing but this label is kept.
 */
export function browserOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null
  const named = (list: typeof browsers) => list.find(([word]) => word.test(userAgent))?.[1]
  const browser = named(browsers)
  const system = named(systems)
  if (browser === undefined) return system === undefined ? null : `A browser on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}
