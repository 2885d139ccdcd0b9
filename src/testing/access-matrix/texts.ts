/** The staff member who approves and asks, and the internal note. Neither may appear in replies to the fund's people. */
export const staffMember = { firstName: 'Tabitha', lastName: 'Underhill' }
export const internalNote = 'Compliance: donor is a cousin of the chair, see file 4711'
/** The staff's message to the donor. */
export const messageToDonor = 'Please tell us which branch is meant'

/** The contact of two interested parties of each fund who have a login: one has accepted the relationship, one has not. */
export const sharedStreet = '11 Disclosed Lane'
export const unsharedContact = {
  street: '7 Undisclosed Lane',
  phone: '2155550199',
  mailbox: 'undisclosed-address',
}
