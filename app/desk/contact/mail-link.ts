/** Returns a link that opens the operator's mail program with an answer to a message of the contact form (RFC 6068). */
export function mailLink(email: string, subject: string | null): string {
  const answer = subject ? `Re: ${subject}` : 'Your message'
  // A `?` or `&` in an address would begin another header, such as bcc.
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(answer)}`
}
