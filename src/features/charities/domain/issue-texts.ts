const contact = 'For more information or support, please reach out via the [Contact](/contact) page.'

/** §8's two alerts, word for word (open-points 9: 'cannot display'), with their link as the specification writes it. */
export const charityDetailIssue = `Due to an issue with the charity's status, we cannot display the charity details at this time but you can still review the previous grant details below. ${contact}`
export const grantIssue = `Due to an issue with the charity's status, we cannot process your grant recommendation at this time. ${contact}`
