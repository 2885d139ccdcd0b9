import type { Locator } from '@playwright/test'

/** An amount as the eye reads it, `($1,234.50)` → `-123450n`; throws where it is none. */
export function parseShown(text: string): bigint {
  const found = /^(\()?[$£]?([\d,]+)(?:\.(\d\d))?\)?$/.exec(text.trim())
  if (!found) throw new Error(`"${text}" is no amount`)
  const [, open, units = '', cents = '00'] = found
  const minor = BigInt(units.replaceAll(',', '') + cents)
  return open === undefined ? minor : -minor
}

/** The one amount that stands in an element. Beside what is seen stands what is said, which is left out. */
export async function readMoney(within: Locator): Promise<bigint> {
  return parseShown(await within.locator('span[aria-hidden="true"]').innerText())
}

/** All amounts that stand in elements like this, in their order. */
export async function readAllMoney(within: Locator): Promise<bigint[]> {
  return (await within.locator('span[aria-hidden="true"]').allInnerTexts()).map(parseShown)
}
