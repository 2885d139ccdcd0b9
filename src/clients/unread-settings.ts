/**
 * Switches that nothing reads yet, with what will. The list may only get shorter: a new switch comes with its reader and
 * its proof (proofs/), and whoever reads one of these takes it off.
 */
export const unreadSettings: Readonly<Record<string, string>> = {
  defaultPhoneCountry: 'the primary advisor’s form (§3 Individual)',
  currencyRestricted: 'the currency toggle (§2.1, §4)',
  relationshipListLeavesOut: 'the relationships table (§6)',
  legacyPlanShown: 'the legacy plan (§2.8)',
  legacyPlanEditableOnline: 'the legacy plan (§5)',
  redirectOnSingleDocument: 'pending documents (§2.10)',
  sanctionsLists: 'screening of names before a grant goes out (open-points 6)',
}
