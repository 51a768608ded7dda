/** The page on which the link of a mail sets a new password. */
export const PASSWORD_PAGE = '/reset-password'

/** The pages that links in Auth's mails lead to; Auth has to allow each. */
export const MAIL_LINKS = [PASSWORD_PAGE, '/confirm-email'] as const
