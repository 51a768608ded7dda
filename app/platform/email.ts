/** What an e-mail address has to look like: something, an @, and a domain with a dot. Whether it exists, a mail shows. */
export const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/
