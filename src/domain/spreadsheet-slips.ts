/** Whether a text is what a spreadsheet shows for a formula that failed, such as `#N/A` (ECMA-376, part 1, 18.17.3). */
export const isFormulaError = (text: string): boolean =>
  /^(?:#(?:N\/A|DIV\/0!|REF!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)|Err:\d{3})$/.test(text.trim())

/**
 * Whether an amount and the text after it could be one amount: `1,234.50` without quotation marks is two of the values that commas separate.
 */
export const isSplitAmount = (amount: string, next: string): boolean =>
  /^\D{0,4}\d{1,3}$/.test(amount.trim()) && /^\d{3}(?:\.\d{1,2})?\)?$/.test(next.trim())

/** The same as a sentence without its full stop. */
export const splitAmount = (amount: string, next: string): string =>
  `“${amount}” and “${next}” could be one amount. Put quotation marks around an amount with a comma`
