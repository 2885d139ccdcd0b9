const contact = 'For more information or support, please reach out via the [Contact](/contact) page.'

export const charityNotFound = 'Choose a charity from the register'

export const grantIssueSentence =
  'Due to an issue with the charity’s status, we cannot process your grant recommendation at this time.'

/** The two alerts of §8, word for word, with their link. */
export const charityDetailIssue = `Due to an issue with the charity’s status, we cannot display the charity details at this time but you can still review the previous grant details below. ${contact}`
export const grantIssue = `${grantIssueSentence} ${contact}`
