/** Strips what the filter of the relationships does not search for (§5): all but letters, digits, dot, at sign, space and hyphen. */
export function filterText(typed: string): string {
  return typed.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}.@ -]/gu, '')
}
