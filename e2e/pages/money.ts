import type { Locator } from '@playwright/test'

/** Parses a displayed amount into minor units: `($1,234.50)` → `-123450n`. Throws if the text is not an amount. */
export function parseShown(text: string): bigint {
  const found = /^(\()?[$£]?([\d,]+)(?:\.(\d\d))?\)?$/.exec(text.trim())
  if (!found) throw new Error(`"${text}" is not an amount`)
  const [, open, units = '', cents = '00'] = found
  const minor = BigInt(units.replaceAll(',', '') + cents)
  return open === undefined ? minor : -minor
}

/** The single amount in an element, in minor units. Ignores the text for screen readers beside it. */
export async function readMoney(within: Locator): Promise<bigint> {
  return parseShown(await within.locator('span[aria-hidden="true"]').innerText())
}

/** All amounts in an element, in minor units and in order. */
export async function readAllMoney(within: Locator): Promise<bigint[]> {
  return (await within.locator('span[aria-hidden="true"]').allInnerTexts()).map(parseShown)
}
