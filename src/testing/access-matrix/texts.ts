/** The staff member who approves and asks, and the internal note. Neither may appear in replies to the fund's people. */
export const staffMember = { firstName: 'Tabitha', lastName: 'Underhill' }
export const internalNote = 'Compliance: donor is a cousin of the chair, see file 4711'
/** The staff's message to the donor. */
export const messageToDonor = 'Please tell us which branch is meant'
